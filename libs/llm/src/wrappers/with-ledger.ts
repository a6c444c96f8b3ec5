import { CortexError, systemClock } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import type { Llm, LlmPurpose } from "../llm.ts";
import type { LlmCall, LlmLedger } from "../llm-ledger.ts";
import { spentOf } from "../spent.ts";
import type { Spent } from "../spent.ts";
import { wrap } from "./wrap.ts";

export interface LedgerOptions {
  ledger: LlmLedger;
  clock?: Clock | undefined;
  /** Told of every call as well, for metrics. Must not throw. */
  onCall?: ((call: LlmCall) => void) | undefined;
  /** Told when the ledger could not write a call down; the answer, which is paid for, is handed on all the same. */
  onLost?: ((error: unknown) => void) | undefined;
}

/**
 * Writes down every request: purpose, model, tokens, cost, latency and outcome. Stands next to the driver, so that each attempt counts
 * that was sent. Calls of callers who had gone before are not written down.
 */
export function withLedger(inner: Llm, { ledger, clock = systemClock, onCall, onLost }: LedgerOptions): Llm {
  async function note(call: LlmCall): Promise<void> {
    onCall?.(call);
    try {
      await ledger.record(call);
    } catch (error) {
      onLost?.(error);
    }
  }

  const callOf = (purpose: LlmPurpose, began: number, spent: Spent): Omit<LlmCall, "outcome"> =>
    ({ at: clock.now(), purpose, name: inner.identity.name, ...spent, latencyMs: Math.max(0, clock.now() - began) });

  return wrap(inner, {
    async complete(request) {
      const began = clock.now();
      const wasThere = request.signal?.aborted !== true;
      try {
        const completion = await inner.complete(request);
        const { model, usage, costUsd, latencyMs } = completion;
        await note({ ...callOf(request.purpose, began, { model, usage, costUsd }), latencyMs, outcome: "ok" });
        return completion;
      } catch (error) {
        const spent = spentOf(error) ?? { model: inner.identity.model, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, costUsd: 0 };
        if (wasThere) await note({ ...callOf(request.purpose, began, spent), outcome: CortexError.isInstance(error) ? error.code : "internal" });
        throw error;
      }
    },
  });
}
