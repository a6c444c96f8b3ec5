/** A logistic model of the chance that a candidate is evidence. */
export interface ChanceWeights {
  /** Per unit of ln(share of the softmax over the ranked candidates). */
  share: number;
  /** Per unit of the evidence's log odds. */
  evidence: number;
  offset: number;
}

/**
 * The chance in (0, 1) that each candidate is evidence, from its share of the softmax over all rank scores of the question (how
 * it stands among the others) and the log odds that memory holds anything on the question at all. Fitted on questions about the same
 * and about other conversations, so that a chance means the same on chat and on long answers. Keeps the order of the scores.
 */
export function chancesOf(scores: readonly number[], evidenceLogOdds: number, { share, evidence, offset }: ChanceWeights): number[] {
  return logShares(scores).map((logShare) => 1 / (1 + Math.exp(-(share * logShare + evidence * evidenceLogOdds + offset))));
}

/** ln of each score's share of the softmax. */
export function logShares(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const logTotal = highest + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - highest), 0));
  return scores.map((score) => score - logTotal);
}

const SPREAD = 1_000;

/**
 * Relevance in (0, 1) of a chance, on a logarithmic scale: ln(1 + 1000 c) / ln(1001). A few times more likely is worth about the same
 * anywhere on it, so that the other eight factors turn near ties and no more, also far below the first: the tenth best of a
 * good answer has a chance of a few in a hundred. With the plain chance recency alone took 14 to 21 points of recall@10 from questions
 * asked right after a conversation, with its fourth root 2 to 6, on this scale up to 3 (docs/decisions/ranking.md).
 */
export const relevanceOfChance = (chance: number): number => Math.log1p(SPREAD * chance) / Math.log1p(SPREAD);

/** The chance that a relevance stands for. */
export const chanceOfRelevance = (relevance: number): number => Math.expm1(relevance * Math.log1p(SPREAD)) / SPREAD;
