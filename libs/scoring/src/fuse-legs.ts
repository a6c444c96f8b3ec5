/** One leg's scores by document id, and what share of the fusion it gets. */
export interface Leg {
  readonly name: string;
  readonly weight: number;
  readonly scores: ReadonlyMap<string, number>;
}

/**
 * Weighted sum of the legs, each divided by its own maximum. Weights are shared out anew among the legs that answered, so that
 * the result stays in [0, 1]. Scaling by the maximum beat min–max and RRF (10, 20, 60) on LoCoMo and BEAM.
 */
export function fuseLegs(legs: readonly Leg[]): Map<string, number> {
  const answered = legs.map((leg) => ({ ...leg, maximum: Math.max(0, ...leg.scores.values()) })).filter((leg) => leg.maximum > 0);
  const totalWeight = answered.reduce((sum, leg) => sum + leg.weight, 0);
  const fused = new Map<string, number>();
  for (const leg of answered) {
    const share = leg.weight / totalWeight / leg.maximum;
    for (const [id, score] of leg.scores) fused.set(id, (fused.get(id) ?? 0) + share * score);
  }
  return fused;
}

/** Words .6 and meaning .4, the latter shared by all embedding spaces; .5 / .25 / .25 once a second space stands beside the static one. */
export function legWeights(spaces: number): { words: number; meaning: number } {
  if (spaces <= 1) return { words: 0.6, meaning: 0.4 };
  return { words: 0.5, meaning: 0.5 / spaces };
}
