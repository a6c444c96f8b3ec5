import { dayStartOf, tokensOf } from "./llm-ledger.ts";
import type { LlmCall, LlmLedger, LlmSpent } from "./llm-ledger.ts";

export interface MemoryLedger extends LlmLedger {
  /** The latest calls, oldest first; up to `keep`. */
  readonly calls: readonly LlmCall[];
}

/** Days that sums are kept of; a budget asks for today only. */
const DAYS = 7;

/** A ledger that forgets with the process: a budget starts anew with it. */
export function createMemoryLedger({ keep = 1_000 }: { keep?: number } = {}): MemoryLedger {
  const calls: LlmCall[] = [];
  const days = new Map<number, LlmSpent>();
  return {
    calls,
    spent: async (dayStart) => ({ ...(days.get(dayStart) ?? { tokens: 0, usd: 0 }) }),
    async record(call) {
      calls.push(call);
      if (calls.length > keep) calls.splice(0, calls.length - keep);
      const start = dayStartOf(call.at);
      const day = days.get(start) ?? { tokens: 0, usd: 0 };
      days.set(start, { tokens: day.tokens + tokensOf(call.usage), usd: day.usd + (call.costUsd ?? 0) });
      if (days.size > DAYS) days.delete(Math.min(...days.keys()));
    },
  };
}
