import { CortexError } from "@memory-cortex/models";

/**
 * Lets one work of each key run at a time in this process, in the order of arrival. The server makes the writers of a user wait for each
 * other as well; waiting here costs no connection, and none of them meets a conflict.
 */
export class OneAtATime {
  readonly #last = new Map<string, Promise<void>>();

  /** Work whose caller has given up by its turn is not begun: `aborted`. */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(() => (signal?.aborted === true ? Promise.reject(new CortexError("aborted")) : work()));
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, over);
    void over.then(() => this.#last.get(key) === over && this.#last.delete(key));
    return mine;
  }
}
