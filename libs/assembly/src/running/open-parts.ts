import type { Logger } from "@memory-cortex/telemetry";

/** Ends a part within so many milliseconds. */
export type ClosePart = (graceMs: number) => Promise<unknown>;

/** What a process has opened, to be closed from the outside in: what was opened last goes first, and each has what is left of the time. */
export class OpenParts {
  readonly #log: Pick<Logger, "error">;
  readonly #monotonic: () => number;
  readonly #open: { part: string; close: ClosePart }[] = [];

  constructor({ log, monotonic }: { log: Pick<Logger, "error">; monotonic: () => number }) {
    this.#log = log;
    this.#monotonic = monotonic;
  }

  /** To be called in the order of opening. */
  add(part: string, close: ClosePart): void {
    this.#open.push({ part, close });
  }

  /** Closes everything, once; a part that fails is logged and keeps no other from closing. */
  async close(limitMs: number): Promise<void> {
    const end = this.#monotonic() + limitMs;
    for (const { part, close } of this.#open.splice(0).reverse()) {
      try {
        await close(Math.max(0, end - this.#monotonic()));
      } catch (error) {
        this.#log.error({ err: error, part }, "not closed");
      }
    }
  }
}
