import type { LlmTotal, Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { llmSpentQuery } from "../queries/llm-calls.ts";
import { getIdempotent, releaseIdempotent, reserveIdempotent, saveIdempotent } from "./idempotency.ts";
import { llmUsage, recordLlmCalls } from "./llm-calls.ts";
import { getNote, saveNote, takeNote } from "./notes.ts";
import { getReceipt, saveReceipts } from "./receipts.ts";

type LedgerMethods = Pick<
  Store,
  | "saveReceipts" | "getReceipt" | "getIdempotent" | "reserveIdempotent" | "releaseIdempotent" | "saveIdempotent" | "saveNote" | "getNote" | "takeNote"
  | "recordLlmCalls" | "llmUsage" | "llmSpent"
>;

/** What is written about a user's requests makes no user, and is kept for one who is there only, but for reservations. */
const AROUND = { makesUser: false };

export function ledgerMethods({ connection, read, write }: StoreParts): LedgerMethods {
  return {
    saveReceipts: write(1, saveReceipts, AROUND),
    getReceipt: read(1, getReceipt),
    getIdempotent: read(1, getIdempotent),
    reserveIdempotent: write(1, reserveIdempotent, AROUND),
    releaseIdempotent: write(1, releaseIdempotent, AROUND),
    saveIdempotent: write(1, saveIdempotent, AROUND),
    saveNote: write(1, saveNote, AROUND),
    getNote: read(1, getNote),
    takeNote: write(1, takeNote, AROUND),
    recordLlmCalls: write(1, recordLlmCalls, AROUND),
    llmUsage: read(1, llmUsage),
    llmSpent: async (parameters, options) => (await connection.readAll<LlmTotal>(llmSpentQuery, { ...options, parameters: { ...parameters } }))[0]!,
  };
}
