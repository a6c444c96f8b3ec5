import type { RANKER_WEIGHTS } from "./ranker-weights.ts";

/** Which legs answered a question; each has weights of its own, whatever the conversation. */
export type RankedLegs = keyof typeof RANKER_WEIGHTS.legs;

/** `spaces`: embedding spaces that answered beside the words. */
export function rankedLegs(spaces: number): RankedLegs {
  if (spaces === 0) return "words";
  return spaces === 1 ? "words and one space" : "words and two spaces";
}

/** Weighted sum of the features of `rankFeatures`; unbounded, comparable only within one question. */
export function rankScore(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}
