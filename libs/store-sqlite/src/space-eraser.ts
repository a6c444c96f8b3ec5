import type { Realm } from "@memory-cortex/models";

import type { ThreadPool } from "./thread-pool.ts";

/**
 * Has what dropped spaces left erased part by part, behind all writes for which somebody waits. What a process that ends leaves is erased
 * along with later vectors (`saveVectors`).
 */
export class SpaceEraser {
  readonly #pool: Pick<ThreadPool, "write">;
  readonly #erasing = new Set<string>();

  constructor(pool: Pick<ThreadPool, "write">) {
    this.#pool = pool;
  }

  /** Rejects never. */
  async dropped(realm: Realm): Promise<void> {
    const { userId } = realm;
    if (this.#erasing.has(userId)) return;
    this.#erasing.add(userId);
    const erasePart = () => this.#pool.write({ name: "eraseDropped", realm, request: undefined, patient: true }).catch(() => false);
    while (await erasePart());
    this.#erasing.delete(userId);
  }
}
