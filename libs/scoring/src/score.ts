import { FACTORS } from "./weights.ts";
import type { Factor, Weights } from "./weights.ts";

export const SUPERSEDED_PENALTY = 0.3;
export const CONFLICT_PENALTY = 0.8;

export interface Penalties {
  /** A newer version stands in the same result. */
  superseded: boolean;
  /** In an open conflict. */
  conflict: boolean;
}

/** A score and how it came about: the contributions add up to it. */
export interface ScoreBreakdown {
  /** [0, 1] */
  score: number;
  /** weight · factor · penalty, by factor; their sum is `score`. */
  contributions: Record<Factor, number>;
  /** Product of the penalties, 1 when there is none. */
  penalty: number;
}

/** Weighted sum of the factors × .3 when superseded in the same result × .8 when in an open conflict (design section 5). */
export function score(factors: Readonly<Record<Factor, number>>, weights: Weights, penalties: Penalties): ScoreBreakdown {
  const penalty = (penalties.superseded ? SUPERSEDED_PENALTY : 1) * (penalties.conflict ? CONFLICT_PENALTY : 1);
  const contributions = {} as Record<Factor, number>;
  let total = 0;
  for (const factor of FACTORS) {
    contributions[factor] = weights[factor] * factors[factor] * penalty;
    total += contributions[factor];
  }
  return { score: total, contributions, penalty };
}
