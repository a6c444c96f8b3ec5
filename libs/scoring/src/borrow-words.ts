import type { Candidate } from "./candidate.ts";
import { damping } from "./damping.ts";
import type { Neighbourhood } from "./neighbourhood.ts";

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
 * and g the {@link damping}; `reach` 0 borrows nothing. The rows are the first candidates of the neighbourhood; returns their scores.
 */
export function borrowWords(rows: readonly TermScores[], neighbourhood: Neighbourhood, reach = WORD_REACH): Float64Array {
  const scored = new Float64Array(rows.length);
  const terms = rows[0]?.scores.length ?? 0;
  const best = new Float64Array(terms);
  const sum = new Float64Array(terms);
  // Most rows are mere neighbours, which have nothing to lend.
  const lenders = rows.map((row) => (row.scores.some((score) => score > 0) ? row : undefined));
  for (let index = 0; index < rows.length; index += 1) {
    best.fill(0);
    sum.fill(0);
    for (let distance = 1; distance <= reach; distance += 1) {
      const share = NEAREST_SHARE * SHARE_DECAY ** (distance - 1);
      lend(lenders[neighbourhood.before(index, distance)], share, { best, sum });
      lend(lenders[neighbourhood.after(index, distance)], share, { best, sum });
    }
    const { ref, scores } = rows[index]!;
    const damp = damping(ref.words);
    let total = 0;
    for (let term = 0; term < terms; term += 1) total += Math.max(scores[term]!, damp * best[term]!) + SUM_SHARE * damp * sum[term]!;
    scored[index] = total;
  }
  return scored;
}

function lend(neighbour: TermScores | undefined, share: number, { best, sum }: { best: Float64Array; sum: Float64Array }): void {
  if (neighbour === undefined) return;
  for (let term = 0; term < best.length; term += 1) {
    const lent = share * neighbour.scores[term]!;
    if (lent > best[term]!) best[term] = lent;
    sum[term]! += lent;
  }
}
