export interface RightOfWayOptions {
  /** Milliseconds that only go forward. */
  monotonic: () => number;
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>;
}

/** An agent that asks once often asks again at once. */
const QUIET_MS = 25;
const LOOK_EVERY_MS = 10;
/** What is acknowledged waits for a short gap, and not long: somebody waits for it as well, though no answer of an agent does. */
const LET_PASS_QUIET_MS = 5;
const LONGEST_LET_PASS_MS = 50;
const LET_PASS_EVERY_MS = 2;
/** Recalls that never cease must not keep memories from being made: so long, then a window is captured in between. */
const LONGEST_WAIT_MS = 500;

/**
 * In one process recalls and captures share two processors. Somebody waits for a recall and nobody for a capture, whose turns can be found
 * already: so captures wait for a gap between recalls, half a second at most each. New turns wait for a shorter one, 50 ms at most.
 */
export class RightOfWay {
  readonly #options: RightOfWayOptions;
  #answering = 0;
  #quietSince = -Infinity;

  constructor(options: RightOfWayOptions) {
    this.#options = options;
  }

  /** Work that others give way to. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#answering += 1;
    try {
      return await work();
    } finally {
      this.#answering -= 1;
      this.#quietSince = this.#options.monotonic();
    }
  }

  /** Resolves in a gap, or when the wait was long enough; at once when the signal is aborted. */
  async giveWay(signal: AbortSignal): Promise<void> {
    const { monotonic, wait } = this.#options;
    const until = monotonic() + LONGEST_WAIT_MS;
    while (!this.#isQuiet(QUIET_MS) && monotonic() < until && !signal.aborted) await wait(LOOK_EVERY_MS);
  }

  /** Resolves in a short gap, or when the wait was long enough. */
  async letPass(): Promise<void> {
    const { monotonic, wait } = this.#options;
    const until = monotonic() + LONGEST_LET_PASS_MS;
    while (!this.#isQuiet(LET_PASS_QUIET_MS) && monotonic() < until) await wait(LET_PASS_EVERY_MS);
  }

  #isQuiet(milliseconds: number): boolean {
    return this.#answering === 0 && this.#options.monotonic() - this.#quietSince >= milliseconds;
  }
}
