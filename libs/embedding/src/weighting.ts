import type { Weighting } from "@memory-cortex/models";

/** A realm of which nothing is known yet: weights rest on the background alone. */
export function emptyWeighting(): Weighting {
  return { total: 0, ids: new Uint32Array(0), counts: new Uint32Array(0) };
}

/** Adds up token counts (of texts, or of parts of a realm) into one weighting. Counts stop at 2^32 − 1. */
export function sumWeighting(maps: Iterable<ReadonlyMap<number, number>>): Weighting {
  const sums = new Map<number, number>();
  let total = 0;
  for (const map of maps) {
    for (const [id, count] of map) {
      sums.set(id, (sums.get(id) ?? 0) + count);
      total += count;
    }
  }
  const ids = Uint32Array.from(sums.keys()).sort();
  return { total, ids, counts: Uint32Array.from(ids, (id) => Math.min(sums.get(id) ?? 0, 0xffff_ffff)) };
}
