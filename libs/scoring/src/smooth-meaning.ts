import type { Candidate } from "./candidate.ts";
import { damping } from "./damping.ts";
import type { Neighbourhood } from "./neighbourhood.ts";

export const MEANING_REACH = 1;
const NEIGHBOUR_SHARE = 0.2;

/** Candidates and which of them stand beside each other. */
export interface Placed {
  readonly candidates: readonly Candidate[];
  readonly neighbourhood: Neighbourhood;
}

/**
 * The meaning leg: a turn's cosine, never below 0, plus .2 · g · the better of the turns beside it. Cosines by candidate, NaN where
 * unknown, which stays so. Never (cos + 1) / 2, which squashes the useful range.
 */
export function smoothMeaning(cosines: Float64Array, { candidates, neighbourhood }: Placed, reach = MEANING_REACH): Float64Array {
  return cosines.map((cosine, index) => {
    if (Number.isNaN(cosine)) return NaN;
    let best = 0;
    for (let distance = 1; distance <= reach; distance += 1) {
      const before = cosines[neighbourhood.before(index, distance)];
      const after = cosines[neighbourhood.after(index, distance)];
      if (before !== undefined && before > best) best = before;
      if (after !== undefined && after > best) best = after;
    }
    return Math.max(0, cosine) + NEIGHBOUR_SHARE * damping(candidates[index]!.words) * best;
  });
}
