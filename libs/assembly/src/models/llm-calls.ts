import { AsyncLocalStorage } from "node:async_hooks";

import { DAY_MS, dayStartOf, tokensOf } from "@memory-cortex/llm";
import type { LlmCall, LlmLedger, LlmSpent } from "@memory-cortex/llm";
import { wholeUser } from "@memory-cortex/models";
import type { IdSource } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

export interface LlmCallsOptions {
  store: Pick<Store, "recordLlmCalls" | "llmSpent">;
  ids: IdSource;
  /** Where other processes make calls too: how long what was read of the day is believed, milliseconds. */
  reread?: { afterMs: number; monotonic: () => number };
}

/** What the processes together may spend beyond a budget is what they spend in this time. */
export const REREAD_AFTER_MS = 60_000;

interface Day {
  start: number;
  /** What the store held when it was read. */
  read: Promise<LlmSpent>;
  /** On the monotonic clock; Infinity until it is read. */
  readAt: number;
  /** Of this process since then. */
  since: LlmSpent;
  /** Of this process, and in no store: calls for nobody, and what could not be written. */
  unwritten: LlmSpent;
}

const nothing = (): LlmSpent => ({ tokens: 0, usd: 0 });

function sumOf(parts: readonly LlmSpent[]): LlmSpent {
  return { tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0), usd: parts.reduce((sum, { usd }) => sum + usd, 0) };
}

function add(to: LlmSpent, { tokens, usd }: LlmSpent): void {
  to.tokens += tokens;
  to.usd += usd;
}

/**
 * Where calls of language models are written down: with the user whom they were made for. What the day has cost is read from the store after a
 * start, so that a budget outlasts a restart, and again and again where other processes spend too; what this process spends counts at once.
 */
export class LlmCalls implements LlmLedger {
  readonly #options: LlmCallsOptions;
  readonly #user = new AsyncLocalStorage<string>();
  readonly #writing = new Set<Promise<void>>();
  #day: Day | null = null;

  constructor(options: LlmCallsOptions) {
    this.#options = options;
  }

  /** Calls inside the work are this user's. */
  on<Result>(userId: string, work: () => Result): Result {
    return this.#user.run(userId, work);
  }

  async spent(dayStart: number): Promise<LlmSpent> {
    const { read, since, unwritten } = this.#dayFrom(dayStart);
    return sumOf([await read, since, unwritten]);
  }

  async record(call: LlmCall): Promise<void> {
    const day = await this.#dayThatIsRead(dayStartOf(call.at));
    const cost = { tokens: tokensOf(call.usage), usd: call.costUsd ?? 0 };
    const userId = this.#user.getStore();
    if (userId === undefined) {
      add(day.unwritten, cost);
      return;
    }
    add(day.since, cost);
    const written = this.#write(userId, call).catch((error: unknown) => {
      add(day.since, { tokens: -cost.tokens, usd: -cost.usd });
      add(day.unwritten, cost);
      throw error;
    });
    const settled = written.catch(() => undefined).then(() => void this.#writing.delete(settled));
    this.#writing.add(settled);
    await written;
  }

  async #write(userId: string, { at, purpose, model, usage, costUsd, latencyMs, outcome }: LlmCall): Promise<void> {
    const { input, output, cacheRead, cacheWrite } = usage;
    const call = { id: this.#options.ids.next(), at, purpose, model, inputTokens: input, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite, costUsd, latencyMs, outcome };
    await this.#options.store.recordLlmCalls(wholeUser(userId), [call]);
  }

  /** A call that is written while the sum is read would count twice, or not at all. */
  async #dayThatIsRead(start: number): Promise<Day> {
    for (;;) {
      const day = this.#dayFrom(start);
      const isRead = await day.read.then(() => true, () => false);
      if (day === this.#day || !isRead) return day;
    }
  }

  #dayFrom(start: number): Day {
    const { reread } = this.#options;
    const day = this.#day;
    if (day?.start !== start) return this.#begin(start, { unwritten: nothing(), otherwise: null });
    if (reread === undefined || reread.monotonic() - day.readAt < reread.afterMs) return day;
    return this.#begin(start, { unwritten: day.unwritten, otherwise: day });
  }

  /** Reads what is in the store, once all is in it that this process writes. `otherwise`: what is known when it cannot be read. */
  #begin(start: number, { unwritten, otherwise }: { unwritten: LlmSpent; otherwise: Day | null }): Day {
    const read = Promise.all(this.#writing).then(() => this.#options.store.llmSpent({ since: start, until: start + DAY_MS }));
    const known = otherwise === null ? read : read.catch(async () => sumOf([await otherwise.read, otherwise.since]));
    const day: Day = { start, read: known, readAt: Infinity, since: nothing(), unwritten };
    this.#day = day;
    known.then(
      () => (day.readAt = this.#options.reread?.monotonic() ?? Infinity),
      // What cannot be read is read again by the next call.
      () => (this.#day = this.#day === day ? null : this.#day),
    );
    return day;
  }
}
