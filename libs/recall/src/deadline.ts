import { CortexError } from "@memory-cortex/models";

/** What became of a part that had to be done in time. */
export type Timely<Result> = { outcome: "done"; result: Result } | { outcome: "late" } | { outcome: "failed"; error: unknown };

const RESERVED_SHARE = 0.2;
const LARGEST_RESERVE_MS = 40;

/**
 * The time limit of one recall. Legs must answer before `legsEnd`, a little sooner than the whole, so that there is time left to
 * score and pack what the others found. A part that is late is abandoned: its signal fires and its caller goes on.
 */
export class Deadline {
  readonly #monotonic: () => number;
  readonly #start: number;
  readonly #limitMs: number;

  /** `monotonic` returns milliseconds of a clock that never goes back; the limit counts from `start`. */
  constructor(limitMs: number, monotonic: () => number, start: number = monotonic()) {
    this.#monotonic = monotonic;
    this.#start = start;
    this.#limitMs = limitMs;
  }

  elapsedMs(): number {
    return this.#monotonic() - this.#start;
  }

  remainingMs(): number {
    return Math.max(0, this.#limitMs - this.elapsedMs());
  }

  /** Time left for the legs. */
  legsRemainingMs(): number {
    return Math.max(0, this.remainingMs() - Math.min(LARGEST_RESERVE_MS, this.#limitMs * RESERVED_SHARE));
  }

  /** Runs a part for at most `limitMs`. Never rejects: a recall answers with what it has. */
  async within<Result>(limitMs: number, part: (signal: AbortSignal) => Promise<Result>): Promise<Timely<Result>> {
    if (limitMs <= 0) return { outcome: "late" };
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Timely<Result>>((resolve) => {
      timer = setTimeout(() => {
        resolve({ outcome: "late" });
        controller.abort(new CortexError("timeout"));
      }, limitMs);
    });
    const done = attempt(part, controller.signal);
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function attempt<Result>(part: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Timely<Result>> {
  try {
    return { outcome: "done", result: await part(signal) };
  } catch (error) {
    return { outcome: "failed", error };
  }
}
