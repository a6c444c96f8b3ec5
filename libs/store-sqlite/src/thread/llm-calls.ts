import type { LlmCall } from "@memory-cortex/models";
import { LLM_CALL_LIFETIME_MS } from "@memory-cortex/store";
import type { LlmUsage } from "@memory-cortex/store";

import type { Call } from "./call.ts";

/** Rows that one call clears away: more than calls add, and few enough to cost well under a millisecond. */
const CLEARED_AT_ONCE = 200;

export function recordLlmCalls({ database, now }: Call, calls: readonly LlmCall[]): void {
  database.run("DELETE FROM llm_call WHERE id IN (SELECT id FROM llm_call WHERE at < @before ORDER BY at LIMIT @limit)", {
    before: now - LLM_CALL_LIFETIME_MS,
    limit: Math.max(CLEARED_AT_ONCE, calls.length),
  });
  for (const call of calls) {
    database.run(
      `INSERT OR IGNORE INTO llm_call VALUES (@id, @at, @purpose, @model, @inputTokens, @outputTokens, @cacheReadTokens, @cacheWriteTokens,
         @costUsd, @latencyMs, @outcome)`,
      { ...call },
    );
  }
}

export function llmUsage({ database }: Call, { since, until }: { since: number; until?: number }): LlmUsage[] {
  return database.all<LlmUsage>(
    `SELECT purpose, model, count(*) AS calls, sum(outcome <> 'ok') AS failed, sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
       sum(cache_read_tokens) AS cacheReadTokens, sum(cache_write_tokens) AS cacheWriteTokens, total(cost_usd) AS costUsd,
       sum(cost_usd IS NULL) AS unpriced, sum(latency_ms) AS latencyMs
     FROM llm_call WHERE at >= @since AND (@until IS NULL OR at < @until) GROUP BY purpose, model ORDER BY purpose, model`,
    { since, until: until ?? null },
  );
}
