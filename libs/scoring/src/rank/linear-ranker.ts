import { RANKER_WEIGHTS } from "./ranker-weights.ts";

/** Weighted sum of the features of `rankFeatures`; unbounded, comparable only within one question. */
export function rankScore(features: readonly number[], weights: readonly number[] = RANKER_WEIGHTS.features): number {
  return features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

/** A rank score this much lower means e times less relevant; the ten best of a question lie within about this. */
const SCALE = 4;

/** Relevance of a rank score in [0, 1], given the best score of the question and the relevance that its best deserves. */
export function relevanceOfRank(score: number, best: { score: number; relevance: number }): number {
  return best.relevance * Math.exp((score - best.score) / SCALE);
}
