import { logShares } from "@memory-cortex/scoring";
import type { ChanceWeights } from "@memory-cortex/scoring";

import { logOddsOf } from "./answerability.ts";
import type { AnswerabilityWeights } from "./answerability.ts";
import type { RankingExample } from "./examples.ts";
import { dot } from "./listwise-softmax.ts";
import { fitLogistic } from "./logistic.ts";

const L2 = 1e-4;
const NO_PENALTY = 1e-9;

/** The chance of every candidate of own and foreign questions, from its share of the softmax and the evidence of the question. Every group weighs the same. */
export function fitChance(examples: readonly RankingExample[], ranking: readonly number[], answerability: AnswerabilityWeights): ChanceWeights {
  const sizes = new Map<string, number>();
  for (const { group } of examples) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const observations = examples.flatMap((example) => {
    const shares = logShares(example.features.map((features) => dot(features, ranking)));
    const evidence = logOddsOf(example, answerability);
    return shares.map((share, index) => ({ values: [share, evidence, 1], outcome: example.gold[index]!, weight: 1 / sizes.get(example.group)! }));
  });
  const [share, evidence, offset] = fitLogistic(observations, [L2, L2, NO_PENALTY]);
  return { share: share!, evidence: evidence!, offset: offset! };
}
