import type { LlmCall } from "@memory-cortex/models";
import { LLM_CALL_LIFETIME_MS } from "@memory-cortex/store";
import type { LlmUsage } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { clearLlmCallsQuery, llmUsageQuery, recordLlmCallsQuery } from "../queries/llm-calls.ts";
import { keyOf } from "../records/keys.ts";
import { CLEARED_AT_ONCE } from "./receipts.ts";

export async function recordLlmCalls({ realm, now, transaction }: BoltCall, calls: readonly LlmCall[]): Promise<void> {
  const rows = calls.map((call) => ({ ...call, user: realm.userId, key: keyOf(realm.userId, call.id) }));
  await Promise.all([
    transaction.run(clearLlmCallsQuery, { before: now - LLM_CALL_LIFETIME_MS, limit: Math.max(CLEARED_AT_ONCE, rows.length) }),
    transaction.run(recordLlmCallsQuery, { rows }),
  ]);
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Ordered here: servers order texts by their code points, JavaScript by its own units. */
export async function llmUsage({ transaction }: BoltCall, { since, until }: { since: number; until?: number }): Promise<LlmUsage[]> {
  const rows = await transaction.run<LlmUsage>(llmUsageQuery, { since, until });
  return rows.sort((a, b) => compare(a.purpose, b.purpose) || compare(a.model, b.model));
}
