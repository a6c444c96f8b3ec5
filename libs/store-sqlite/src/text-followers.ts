import type { Realm } from "@memory-cortex/models";
import { LRUCache } from "lru-cache";

import type { ThreadPool } from "./thread-pool.ts";

/** Users searched lately; of a thread's others nothing is in memory any more. */
const MOST = 64;

/**
 * Has the thread that searches a user's words take in what was added since, right after it was added: otherwise the next search does, .1 ms for
 * each turn, and somebody waits for it. Only for users who were searched lately: nothing is read into memory for the others. One call waits for
 * each user at most, behind all for which somebody waits.
 */
export class TextFollowers {
  readonly #pool: Pick<ThreadPool, "read">;
  readonly #searched = new LRUCache<string, true>({ max: MOST });
  readonly #following = new Set<string>();

  constructor(pool: Pick<ThreadPool, "read">) {
    this.#pool = pool;
  }

  searched({ userId }: Realm): void {
    this.#searched.set(userId, true);
  }

  /** Rejects never: what cannot be read now is read, or fails, when it is searched. */
  added(realm: Realm): void {
    const { userId } = realm;
    if (!this.#searched.has(userId) || this.#following.has(userId)) return;
    this.#following.add(userId);
    this.#pool
      .read({ name: "followText", realm, request: undefined, patient: true })
      .catch(() => undefined)
      .finally(() => this.#following.delete(userId));
  }
}
