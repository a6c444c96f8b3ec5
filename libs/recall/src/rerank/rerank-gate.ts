import type { Reranker } from "./reranker.ts";

const FAILURES = 5;
const REST_MS = 30_000;

/**
 * Asks a reranker no more for half a minute when five calls in a row came to nothing: a model that never answers in time would cost
 * every recall its time limit, and money. One call is then let through to try.
 */
export class RerankGate {
  readonly reranker: Reranker;
  readonly #monotonic: () => number;
  #failures = 0;
  #restsUntil = -Infinity;

  constructor(reranker: Reranker, monotonic: () => number) {
    this.reranker = reranker;
    this.#monotonic = monotonic;
  }

  isResting(): boolean {
    return this.#monotonic() < this.#restsUntil;
  }

  note(worked: boolean): void {
    this.#failures = worked ? 0 : this.#failures + 1;
    if (this.#failures >= FAILURES) this.#restsUntil = this.#monotonic() + REST_MS;
  }
}
