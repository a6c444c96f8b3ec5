import type { ErrorCode } from "@memory-cortex/models";
import type { LlmPurpose, TokenUsage } from "./llm.ts";

/** One request to a model, whatever came of it. Holds no text. */
export interface LlmCall {
  /** When it ended, milliseconds since the epoch. */
  at: number;
  purpose: LlmPurpose;
  /** Name of the driver. */
  name: string;
  model: string;
  outcome: "ok" | ErrorCode;
  usage: TokenUsage;
  /** US dollars; null when the price is not known. */
  costUsd: number | null;
  latencyMs: number;
}

/** What a day has cost so far. */
export interface LlmSpent {
  /** Of all kinds: read, written, cached. */
  tokens: number;
  /** Calls whose price is not known count nothing. */
  usd: number;
}

/** Where calls are written down. What is recorded counts in `spent` from then on, also after a restart if the ledger keeps it. */
export interface LlmLedger {
  /** Sums of the calls from `dayStart` (milliseconds since the epoch, midnight UTC) to a day later. */
  spent(dayStart: number): Promise<LlmSpent>;
  record(call: LlmCall): Promise<void>;
}

export const DAY_MS = 86_400_000;

/** Midnight UTC before the moment. */
export const dayStartOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

export const tokensOf = ({ input, output, cacheRead, cacheWrite }: TokenUsage): number => input + output + cacheRead + cacheWrite;
