import type { Realm } from "@memory-cortex/models";
import type { Space, Store, Weighting } from "@memory-cortex/store";

const LARGEST = 128;

/** Token weightings by space. A space never changes its weighting, so nothing here grows stale; the least used goes first. */
export class WeightingCache {
  readonly #store: Store;
  readonly #entries = new Map<string, Weighting | null>();

  constructor(store: Store) {
    this.#store = store;
  }

  async get(realm: Realm, space: Space, signal: AbortSignal): Promise<Weighting | null> {
    const key = JSON.stringify([realm.userId, space.id, space.createdAt]);
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const weighting = await this.#store.weighting(realm, space.id, { signal });
    this.#entries.set(key, weighting);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > LARGEST && oldest !== undefined) this.#entries.delete(oldest);
    return weighting;
  }
}
