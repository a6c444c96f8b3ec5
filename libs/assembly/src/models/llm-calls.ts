import { AsyncLocalStorage } from "node:async_hooks";

import { DAY_MS, dayStartOf, tokensOf } from "@memory-cortex/llm";
import type { LlmCall, LlmLedger, LlmSpent } from "@memory-cortex/llm";
import { wholeUser } from "@memory-cortex/models";
import type { IdSource } from "@memory-cortex/models";
import type { LlmUsage, Store } from "@memory-cortex/store";

export interface LlmCallsOptions {
  store: Pick<Store, "users" | "recordLlmCalls" | "llmUsage">;
  ids: IdSource;
}

/** Of rows with a sum of the day. */
const spentIn = (rows: readonly LlmUsage[]): LlmSpent => ({
  tokens: rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens + row.cacheReadTokens + row.cacheWriteTokens, 0),
  usd: rows.reduce((sum, row) => sum + row.costUsd, 0),
});

/**
 * Where calls of language models are written down: with the user whom they were made for. What the day has cost is read from all users
 * once, after a start, and kept from then on, so that a budget outlasts a restart.
 */
export class LlmCalls implements LlmLedger {
  readonly #options: LlmCallsOptions;
  readonly #user = new AsyncLocalStorage<string>();
  #day: { start: number; earlier: Promise<LlmSpent>; since: LlmSpent } | null = null;

  constructor(options: LlmCallsOptions) {
    this.#options = options;
  }

  /** Calls inside the work are this user's. */
  on<Result>(userId: string, work: () => Result): Result {
    return this.#user.run(userId, work);
  }

  async spent(dayStart: number): Promise<LlmSpent> {
    const { earlier, since } = this.#dayFrom(dayStart);
    const before = await earlier;
    return { tokens: before.tokens + since.tokens, usd: before.usd + since.usd };
  }

  async record(call: LlmCall): Promise<void> {
    const { earlier, since } = this.#dayFrom(dayStartOf(call.at));
    // A call that is written while the sum is read would count twice.
    await earlier.catch(() => undefined);
    since.tokens += tokensOf(call.usage);
    since.usd += call.costUsd ?? 0;
    const userId = this.#user.getStore();
    if (userId === undefined) return;
    const { at, purpose, model, usage, costUsd, latencyMs, outcome } = call;
    const { input, output, cacheRead, cacheWrite } = usage;
    const written = { id: this.#options.ids.next(), at, purpose, model, inputTokens: input, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite, costUsd, latencyMs, outcome };
    await this.#options.store.recordLlmCalls(wholeUser(userId), [written]);
  }

  #dayFrom(start: number): { earlier: Promise<LlmSpent>; since: LlmSpent } {
    if (this.#day?.start !== start) {
      const earlier = this.#sumOf(start);
      this.#day = { start, earlier, since: { tokens: 0, usd: 0 } };
      // What cannot be read is read again by the next call.
      earlier.catch(() => (this.#day = null));
    }
    return this.#day;
  }

  async #sumOf(start: number): Promise<LlmSpent> {
    const { store } = this.#options;
    const sum = { tokens: 0, usd: 0 };
    for (const userId of await store.users()) {
      const { tokens, usd } = spentIn(await store.llmUsage(wholeUser(userId), { since: start, until: start + DAY_MS }));
      sum.tokens += tokens;
      sum.usd += usd;
    }
    return sum;
  }
}
