import type { ChanceWeights } from "@memory-cortex/scoring";

import { fitAnswerability } from "./answerability.ts";
import type { AnswerabilityWeights } from "./answerability.ts";
import { isAnswerable } from "./examples.ts";
import type { RankingExample } from "./examples.ts";
import { fitChance } from "./fit-chance.ts";
import { fitListwiseSoftmax } from "./listwise-softmax.ts";

/** Everything that is learnt for one set of legs. */
export interface FittedRanker {
  features: number[];
  chance: ChanceWeights;
  answerability: AnswerabilityWeights;
}

export function fitRanker(examples: readonly RankingExample[], l2: number): FittedRanker {
  const features = fitListwiseSoftmax(examples.filter(isAnswerable), l2);
  const answerability = fitAnswerability(examples);
  return { features, answerability, chance: fitChance(examples, features, answerability) };
}
