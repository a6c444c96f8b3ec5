import { throwIfAborted } from "@memory-cortex/models";
import { setImmediate } from "node:timers/promises";

/** How long to work before others get their turn. A slice ends at the first pause after it, so it may run a little over. */
const SLICE_MS = 2;
/** Looking at the clock costs as much as a word. */
const STEPS_PER_LOOK = 64;

/** Lets long work give way to the event loop: call `due` after each small step, and `pause` when it says so. */
export class TimeSlices {
  #started = performance.now();
  #steps = 0;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Whether it is time to pause, after `steps` more units of work (a word, or one token's vector). */
  due(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps < STEPS_PER_LOOK) return false;
    this.#steps = 0;
    return performance.now() - this.#started >= SLICE_MS;
  }

  /** Lets the event loop run once. Throws `aborted` or `timeout` when the caller has stopped waiting. */
  async pause(): Promise<void> {
    await setImmediate();
    throwIfAborted(this.#signal);
    this.#started = performance.now();
  }
}
