/** One leg's scores by candidate, NaN where it has none, and what share of the fusion it gets. */
export interface Leg {
  readonly weight: number;
  readonly scores: Float64Array;
  /** A maximum below this counts as if it were this: the best of a poor lot is not a good one. 0 by default. */
  readonly leastMaximum?: number;
}

/** A best cosine below this says that nothing is near. On LoCoMo 1.4 % of the own questions have such a best, and 41 % of those about another conversation. */
export const LEAST_BEST_COSINE = 0.25;

/**
 * Weighted sum of the legs, each divided by its own maximum; NaN where no leg has a score. Weights are shared out anew among the legs
 * that answered, so that the result stays in [0, 1]. Scaling by the maximum beat min–max and RRF (10, 20, 60) on LoCoMo and BEAM.
 */
export function fuseLegs(legs: readonly Leg[], count: number): Float64Array {
  const answered = legs.map((leg) => ({ ...leg, maximum: highest(leg.scores) })).filter((leg) => leg.maximum > 0);
  const totalWeight = answered.reduce((sum, leg) => sum + leg.weight, 0);
  const fused = new Float64Array(count).fill(NaN);
  for (const { weight, maximum, scores, leastMaximum = 0 } of answered) {
    const share = weight / totalWeight / Math.max(maximum, leastMaximum);
    for (let index = 0; index < count; index += 1) {
      const score = scores[index]!;
      if (Number.isNaN(score)) continue;
      const others = fused[index]!;
      fused[index] = (Number.isNaN(others) ? 0 : others) + share * score;
    }
  }
  return fused;
}

/** The largest score, at least 0; what is unknown does not count. */
export function highest(scores: Float64Array): number {
  let maximum = 0;
  for (let index = 0; index < scores.length; index += 1) if (scores[index]! > maximum) maximum = scores[index]!;
  return maximum;
}

/** Words .6 and meaning .4, the latter shared by all embedding spaces; .5 / .25 / .25 once a second space stands beside the static one. */
export function legWeights(spaces: number): { words: number; meaning: number } {
  if (spaces <= 1) return { words: 0.6, meaning: 0.4 };
  return { words: 0.5, meaning: 0.5 / spaces };
}
