/** An abandoned statement runs for at most so much longer, milliseconds: a database that has just started plans a large one in a second or two. */
const LIMIT_MS = 5_000;

/**
 * Lets one abandoned statement of each kind run to its end. A server plans a statement at its first use, and anew when the data have grown;
 * one that is ended while it is planned leaves no plan, so under short deadlines it would be late for ever. More than one of a kind would
 * only load a server that is slow already.
 */
export class LastRuns {
  readonly #running = new Set<string>();

  /** Whether it may run on; `end` is called when it has taken too long. Else the caller ends it. */
  allows(kind: string, { done, end }: { done: Promise<unknown>; end: () => void }): boolean {
    if (this.#running.has(kind)) return false;
    this.#running.add(kind);
    const timer = setTimeout(end, LIMIT_MS);
    timer.unref();
    const over = (): void => {
      clearTimeout(timer);
      this.#running.delete(kind);
    };
    done.then(over, over);
    return true;
  }
}
