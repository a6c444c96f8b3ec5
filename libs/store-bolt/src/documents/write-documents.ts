import type { DocumentRef } from "@memory-cortex/store";

import type { BoltCall, Parameters } from "../connection/bolt-call.ts";
import { markLackingQuery } from "../queries/mark-lacking.ts";
import { writeMemoriesQuery, writeTurnsQuery } from "../queries/write-documents.ts";
import { packRef } from "../records/document-ref.ts";
import { keyOf } from "../records/keys.ts";
import { encodeTerms } from "../search/encode-terms.ts";
import { addTerms } from "../search/term-statistics.ts";

/** A document to be written; its serial is given by the write. */
export interface NewDocument {
  id: string;
  namespace: string;
  sessionKey: string | null;
  /** Terms of our own text analysis, in order, with repeats. */
  terms: readonly string[];
  words: number;
  signals: number;
  observedAt: number;
  createdAt: number;
  /** Everything else that its record holds, under the names of the record. */
  fields: Parameters;
}

export interface NewDocuments {
  kind: "turn" | "memory";
  /** Of one kind, in the order of their serials; none is there already. */
  documents: readonly NewDocument[];
}

export const documentKey = (userId: string, id: string): string => keyOf(userId, id);

export function toRow(userId: string, kind: NewDocuments["kind"], { terms, fields, ...document }: NewDocument): Parameters {
  const { text, termCount } = encodeTerms(userId, { namespace: document.namespace, kind, terms });
  const ref = packRef({ ...document, kind, role: (fields["role"] ?? null) as DocumentRef["role"], speaker: (fields["speaker"] ?? null) as string | null }, termCount);
  return { ...fields, ...document, kind, user: userId, key: documentKey(userId, document.id), ref, terms: text, termCount };
}

/**
 * Writes new turns or memories with everything that finds them: the text of the index, the counts of terms, what still lacks a vector.
 * Three statements however many they are. Gives the serials by id.
 */
export async function writeDocuments(call: BoltCall, { kind, documents }: NewDocuments): Promise<Map<string, number>> {
  if (documents.length === 0) return new Map();
  const { realm, transaction } = call;
  const rows = documents.map((document) => toRow(realm.userId, kind, document));
  const termCount = rows.reduce((sum, row) => sum + (row["termCount"] as number), 0);
  const [written] = await Promise.all([
    transaction.run<{ id: string; serial: number }>(kind === "turn" ? writeTurnsQuery : writeMemoriesQuery, { rows, termCount }),
    addTerms(call, documents),
    transaction.run(markLackingQuery, { keys: rows.map((row) => row["key"]) }),
  ]);
  return new Map(written.map(({ id, serial }) => [id, serial]));
}
