import type { Clock } from "@memory-cortex/models";
import type { LlmHealth } from "../llm-health.ts";

/** Keeps how a model has been doing, and since when. */
export class HealthRecord {
  #health: LlmHealth = { state: "ok", why: null, since: 0 };
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(state: LlmHealth["state"], why: string | null): void {
    if (this.#health.state === state && this.#health.why === why) return;
    const since = this.#health.state === state ? this.#health.since : this.#clock.now();
    this.#health = { state, why, since };
  }

  get(): LlmHealth {
    return { ...this.#health };
  }
}
