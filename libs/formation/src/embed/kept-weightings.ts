import type { Realm, Weighting } from "@memory-cortex/models";
import type { Space, Store } from "@memory-cortex/store";
import { LRUCache } from "lru-cache";

/** Some hundred kilobytes each. */
const MOST = 16;

export type WeightingOf = (request: { realm: Realm; space: Space; signal?: AbortSignal | undefined }) => Promise<Weighting | null>;

/**
 * Token weightings of spaces, read once: a space never changes its own. An embedder that is handed the same one again need not work it out
 * anew, which costs more than embedding a few texts.
 */
export function keptWeightings(store: Pick<Store, "weighting">): WeightingOf {
  const kept = new LRUCache<string, Weighting>({ max: MOST });
  return async ({ realm, space, signal }) => {
    if (!space.weighted) return null;
    const key = JSON.stringify([realm.userId, space.id, space.createdAt]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const weighting = await store.weighting(realm, space.id, signal && { signal });
    if (weighting !== null) kept.set(key, weighting);
    return weighting;
  };
}
