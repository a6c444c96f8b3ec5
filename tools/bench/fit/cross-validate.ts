import { mean, ndcgAt, recallAt } from "../metrics.ts";
import { dot, fitListwiseSoftmax } from "./listwise-softmax.ts";
import type { RankingExample } from "./listwise-softmax.ts";

export interface FitFigures {
  group: string;
  questions: number;
  /** Points of 100. */
  recall10: number;
  ndcg10: number;
}

/** Fits on all conversations but one and ranks that one, for each in turn: what the weights do on conversations they have not seen. */
export function crossValidate(examples: readonly RankingExample[], l2: number): FitFigures[] {
  const conversations = new Set(examples.map((example) => example.conversation));
  const held = [...conversations].flatMap((conversation) => {
    const weights = fitListwiseSoftmax(examples.filter((example) => example.conversation !== conversation), l2);
    return examples.filter((example) => example.conversation === conversation).map((example) => ({ example, weights }));
  });
  return figures(held);
}

/** The figures of given weights on given examples. */
export function figures(judged: readonly { example: RankingExample; weights: readonly number[] }[]): FitFigures[] {
  const groups = [...new Set(judged.map(({ example }) => example.group))];
  return groups.map((group) => {
    const own = judged.filter(({ example }) => example.group === group).map(({ example, weights }) => rankingFigures(example, weights));
    return { group, questions: own.length, recall10: 100 * mean(own.map(({ recall }) => recall)), ndcg10: 100 * mean(own.map(({ ndcg }) => ndcg)) };
  });
}

function rankingFigures({ features, gold, goldCount }: RankingExample, weights: readonly number[]): { recall: number; ndcg: number } {
  const order = features.map((values, index) => ({ index, score: dot(values, weights) })).sort((a, b) => b.score - a.score || a.index - b.index);
  const ranking = order.map(({ index }) => String(index));
  const found = gold.flatMap((isGold, index) => (isGold ? [String(index)] : []));
  const missed = Array.from({ length: goldCount - found.length }, (_, index) => `missed ${index}`);
  return { recall: recallAt(10, ranking, [...found, ...missed]), ndcg: ndcgAt(10, ranking, [...found, ...missed]) };
}
