/** Calls are kept for so long, so that a year can be compared with the one before. */
export const LLM_CALL_LIFETIME_MS = 400 * 86_400_000;

/** What calls of language models came to, by what they were for and which model answered. */
export interface LlmUsage {
  purpose: string;
  model: string;
  calls: number;
  /** Of these, those whose outcome is not "ok". */
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** US dollars of the calls whose price is known. */
  costUsd: number;
  /** Calls whose price is not known. */
  unpriced: number;
  /** Sum over the calls, milliseconds. */
  latencyMs: number;
}

/** What calls came to. */
export interface LlmTotal {
  /** Of all kinds: read, written, cached. */
  tokens: number;
  /** US dollars of the calls whose price is known. */
  usd: number;
}

export function totalOf(rows: readonly LlmUsage[]): LlmTotal {
  return {
    tokens: rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens + row.cacheReadTokens + row.cacheWriteTokens, 0),
    usd: rows.reduce((sum, row) => sum + row.costUsd, 0),
  };
}
