import type { LlmPurpose } from "../llm.ts";

export interface PurposeLimits {
  /** Time limit of one attempt, milliseconds. A caller's own deadline may be shorter. */
  timeoutMs: number;
  /** Further attempts when the server cannot be reached or has too much to do. An answer that came is never asked for again. */
  retries: number;
}

/** Work in the background waits for a slow model on somebody's processor; what somebody waits for does not, and is not tried again. */
export const PURPOSE_LIMITS: Readonly<Record<LlmPurpose, PurposeLimits>> = {
  capture: { timeoutMs: 120_000, retries: 2 },
  extract: { timeoutMs: 120_000, retries: 2 },
  judge: { timeoutMs: 20_000, retries: 1 },
  rerank: { timeoutMs: 3_000, retries: 0 },
  synthesize: { timeoutMs: 60_000, retries: 1 },
};
