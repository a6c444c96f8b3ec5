import type { Evidence } from "@memory-cortex/scoring";

/** One question asked of one conversation: the features of its ranked candidates, and which of them are gold. */
export interface RankingExample {
  group: string;
  /** Folds of cross-validation never split one of these. */
  conversation: string;
  features: number[][];
  gold: boolean[];
  /** All gold turns of the question, found or not; 0 for a question about another conversation. */
  goldCount: number;
  evidence: Evidence;
}

/** Whether the question is about the conversation that it was asked of. */
export const isAnswerable = ({ goldCount }: RankingExample): boolean => goldCount > 0;

/** 1 / the number of examples of the same group and kind, so that every group's own and foreign questions weigh the same. */
export function balancedWeights(examples: readonly RankingExample[]): number[] {
  const kind = (example: RankingExample) => `${example.group} ${isAnswerable(example)}`;
  const sizes = new Map<string, number>();
  for (const example of examples) sizes.set(kind(example), (sizes.get(kind(example)) ?? 0) + 1);
  return examples.map((example) => 1 / sizes.get(kind(example))!);
}
