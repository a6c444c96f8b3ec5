import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";

import type { ThreadPool } from "./thread-pool.ts";
import { NEEDS_MIGRATION } from "./thread/needs-migration.ts";

/** Told when a file of an older version is brought up to date, and when that is done; a large one takes seconds. */
export type MigrationObserver = (event: { state: "begun" } | { state: "done"; milliseconds: number }) => void;

/** Brings users' files up to date when a read finds them older: each once, whoever asks meanwhile. */
export class Migrations {
  readonly #pool: ThreadPool;
  readonly #observe: MigrationObserver;
  readonly #running = new Map<string, Promise<void>>();

  constructor(pool: ThreadPool, observe: MigrationObserver = () => undefined) {
    this.#pool = pool;
    this.#observe = observe;
  }

  /** What the read gives; when the file is too old for it, what it gives once that is brought up to date. */
  async reading<Result>(realm: Realm, read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!(CortexError.isInstance(error) && error.detail === NEEDS_MIGRATION)) throw error;
      await unlessGivenUp(this.#migrate(realm), signal);
      return read();
    }
  }

  #migrate(realm: Realm): Promise<void> {
    const running = this.#running.get(realm.userId) ?? this.#run(realm).finally(() => this.#running.delete(realm.userId));
    this.#running.set(realm.userId, running);
    return running;
  }

  async #run(realm: Realm): Promise<void> {
    const start = performance.now();
    this.#observe({ state: "begun" });
    await this.#pool.write({ name: "migrate", realm, request: undefined });
    this.#observe({ state: "done", milliseconds: performance.now() - start });
  }
}

/** A caller that gives up is freed at once; the work goes on for others. */
function unlessGivenUp(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(new CortexError("aborted"));
    signal.addEventListener("abort", abandon);
    void work.then(resolve, reject).then(() => signal.removeEventListener("abort", abandon));
  });
}
