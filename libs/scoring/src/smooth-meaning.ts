import type { Candidate } from "./candidate.ts";
import { damping } from "./damping.ts";
import { Neighbourhood } from "./neighbourhood.ts";

export interface Cosine {
  readonly ref: Candidate;
  /** [-1, 1] */
  readonly cosine: number;
}

export const MEANING_REACH = 1;
const NEIGHBOUR_SHARE = 0.2;

/**
 * The meaning leg: a turn's cosine, never below 0, plus .2 · g · the better of the turns beside it. By id.
 * Never (cos + 1) / 2, which squashes the useful range.
 */
export function smoothMeaning(rows: readonly Cosine[], reach = MEANING_REACH): Map<string, number> {
  const neighbourhood = new Neighbourhood(rows);
  const smoothed = new Map<string, number>();
  for (const row of rows) {
    const beside = neighbourhood.around(row.ref, reach).map((neighbour) => Math.max(0, neighbour.row.cosine));
    const best = Math.max(0, ...beside);
    smoothed.set(row.ref.id, Math.max(0, row.cosine) + NEIGHBOUR_SHARE * damping(row.ref.words) * best);
  }
  return smoothed;
}
