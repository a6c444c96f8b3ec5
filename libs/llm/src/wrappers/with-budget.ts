import { CortexError, systemClock, throwIfAborted } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { estimateInput } from "../answer/estimate-usage.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { llmHealth } from "../llm-health.ts";
import { DAY_MS, dayStartOf } from "../llm-ledger.ts";
import type { LlmLedger } from "../llm-ledger.ts";
import { costOf } from "../prices.ts";
import type { Price } from "../prices.ts";
import { wrap } from "./wrap.ts";

/** What a day (UTC) may cost at most; null is no limit. */
export interface DailyBudget {
  tokens: number | null;
  usd: number | null;
}

/** Shared by all models that one budget is for: what their calls under way may come to. */
export interface Reserved {
  tokens: number;
  usd: number;
}

export interface BudgetOptions {
  budget: DailyBudget;
  ledger: LlmLedger;
  /** Of this model, for what a call under way may cost. */
  price: Price | null;
  reserved?: Reserved | undefined;
  clock?: Clock | undefined;
}

/** The most a call can come to: its prompt, and an answer as long as it may be. */
function mostOf(request: CompletionRequest, price: Price | null): Reserved {
  const usage = { input: estimateInput(request), output: request.maxTokens, cacheRead: 0, cacheWrite: 0 };
  return { tokens: usage.input + usage.output, usd: costOf(usage, price) ?? 0 };
}

/**
 * Refuses calls with `llm_budget_spent` once the day's tokens or dollars are spent, until midnight UTC. Calls under way count with the most
 * they can come to, so the day ends at most one call over its budget. A ledger that cannot be read refuses as well. The
 * health says so until a call goes through or the day ends.
 */
export function withBudget(inner: Llm, { budget, ledger, price, reserved = { tokens: 0, usd: 0 }, clock = systemClock }: BudgetOptions): Llm {
  if (budget.tokens === null && budget.usd === null) return inner;

  let refusedAt: number | null = null;

  /** Reserves in the same step in which it checks, so that calls that come together do not all see the same room. */
  async function reserve(most: Reserved): Promise<void> {
    const now = clock.now();
    // What ends while the ledger is read is in neither sum: the larger one errs to the safe side.
    const before = { ...reserved };
    const spent = await ledger.spent(dayStartOf(now));
    const tokens = spent.tokens + Math.max(before.tokens, reserved.tokens);
    const usd = spent.usd + Math.max(before.usd, reserved.usd);
    if (!((budget.tokens !== null && tokens >= budget.tokens) || (budget.usd !== null && usd >= budget.usd))) {
      refusedAt = null;
      reserved.tokens += most.tokens;
      reserved.usd += most.usd;
      return;
    }
    refusedAt ??= now;
    throw new CortexError("llm_budget_spent", { retryAfterSeconds: Math.ceil((dayStartOf(now) + DAY_MS - now) / 1000) });
  }

  return wrap(inner, {
    async complete(request) {
      throwIfAborted(request.signal);
      const most = mostOf(request, price);
      await reserve(most);
      try {
        return await inner.complete(request);
      } finally {
        reserved.tokens -= most.tokens;
        reserved.usd -= most.usd;
      }
    },
    health() {
      const health = llmHealth(inner);
      const isSpent = refusedAt !== null && dayStartOf(refusedAt) === dayStartOf(clock.now());
      return isSpent && health.state !== "down" ? { state: "degraded", why: "llm_budget_spent", since: refusedAt! } : health;
    },
  });
}
