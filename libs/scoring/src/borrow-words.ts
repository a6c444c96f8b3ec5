import type { Candidate } from "./candidate.ts";
import { damping } from "./damping.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import type { Neighbour } from "./neighbourhood.ts";

/** BM25 of each query term in one document; all 0 for a mere neighbour. */
export interface TermScores {
  readonly ref: Candidate;
  readonly scores: readonly number[];
}

/** How many places away a turn still lends its words. */
export const WORD_REACH = 3;
const NEAREST_SHARE = 0.4;
const SHARE_DECAY = 0.5;
const SUM_SHARE = 0.3;

/**
 * The words leg. BM25 of an OR query is the sum of its terms' scores; a short turn borrows the terms that it lacks from the turns
 * beside it: for each term max(own, g · best neighbour) + .3 · g · sum of the neighbours, a neighbour at distance d weighing .4 · .5^(d−1)
 * and g the {@link damping}; `reach` 0 borrows nothing. Returns the scores of all rows with a score above 0, by id.
 */
export function borrowWords(rows: readonly TermScores[], reach = WORD_REACH): Map<string, number> {
  const neighbourhood = new Neighbourhood(rows);
  const scored = new Map<string, number>();
  for (const row of rows) {
    const score = borrowedScore(row, neighbourhood.around(row.ref, reach));
    if (score > 0) scored.set(row.ref.id, score);
  }
  return scored;
}

function borrowedScore(row: TermScores, around: readonly Neighbour<TermScores>[]): number {
  const damp = around.length === 0 ? 0 : damping(row.ref.words);
  let total = 0;
  for (let term = 0; term < row.scores.length; term += 1) {
    let best = 0;
    let sum = 0;
    for (const { row: neighbour, distance } of around) {
      const lent = NEAREST_SHARE * SHARE_DECAY ** (distance - 1) * (neighbour.scores[term] ?? 0);
      best = Math.max(best, lent);
      sum += lent;
    }
    total += Math.max(row.scores[term] ?? 0, damp * best) + SUM_SHARE * damp * sum;
  }
  return total;
}
