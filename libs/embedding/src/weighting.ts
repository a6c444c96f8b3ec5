import type { Weighting } from "@memory-cortex/models";

/** A realm of which nothing is known yet: weights rest on the background alone. */
export function emptyWeighting(): Weighting {
  return { total: 0, ids: new Uint32Array(0), counts: new Uint32Array(0) };
}

/** Token counts of texts that come one part after the other; only the sums are kept. Counts stop at 2^32 − 1. */
export class TokenTally {
  readonly #sums = new Map<number, number>();
  #total = 0;

  add(counts: ReadonlyMap<number, number>): void {
    for (const [id, count] of counts) {
      this.#sums.set(id, (this.#sums.get(id) ?? 0) + count);
      this.#total += count;
    }
  }

  weighting(): Weighting {
    const ids = Uint32Array.from(this.#sums.keys()).sort();
    return { total: this.#total, ids, counts: Uint32Array.from(ids, (id) => Math.min(this.#sums.get(id) ?? 0, 0xffff_ffff)) };
  }
}

/** Adds up token counts (of texts, or of parts of a realm) into one weighting. */
export function sumWeighting(parts: Iterable<ReadonlyMap<number, number>>): Weighting {
  const tally = new TokenTally();
  for (const counts of parts) tally.add(counts);
  return tally.weighting();
}
