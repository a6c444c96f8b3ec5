import { balancedWeights, isAnswerable } from "./examples.ts";
import type { RankingExample } from "./examples.ts";
import { fitLogistic } from "./logistic.ts";

/** Weights of the evidence: log odds = coverage · c + cosine · m + offset. */
export interface AnswerabilityWeights {
  coverage: number;
  cosine: number;
  offset: number;
}

const L2 = 0.002;
const NO_PENALTY = 1e-9;

/** Without cosines (words only) their weight comes out as 0. */
export function fitAnswerability(examples: readonly RankingExample[]): AnswerabilityWeights {
  const weights = balancedWeights(examples);
  const observations = examples.map((example, index) => ({ values: [example.evidence.coverage, example.evidence.cosine ?? 0, 1], outcome: isAnswerable(example), weight: weights[index]! }));
  const [coverage, cosine, offset] = fitLogistic(observations, [L2, L2, NO_PENALTY]);
  return { coverage: coverage!, cosine: cosine!, offset: offset! };
}

export const logOddsOf = ({ evidence }: RankingExample, { coverage, cosine, offset }: AnswerabilityWeights): number =>
  coverage * evidence.coverage + cosine * (evidence.cosine ?? 0) + offset;
