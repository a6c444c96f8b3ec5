/** Thrown out of an operation whose slice is over; the same call is run again later and goes on where it stopped. */
export class Unfinished extends Error {}

/** The time that an operation may take of its thread before others get their turn. */
export class Slice {
  readonly #end: number;

  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds;
  }

  /** Between two steps of which each was kept: throws {@link Unfinished} when the time is up. */
  check(): void {
    if (performance.now() > this.#end) throw new Unfinished();
  }
}

/** For the writer, whose transactions are whole. */
export const ENDLESS = new Slice(Infinity);
