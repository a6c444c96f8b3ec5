import { ANSWERABILITY_WEIGHTS } from "./rank/ranker-weights.ts";

/** How well the best that was found fits the question, in absolute terms. */
export interface Evidence {
  /** Largest share of the question's terms that stand together in a turn and the turns around it, [0, 1]. */
  coverage: number;
  /** Best cosine of the static vectors; null when they did not answer. */
  cosine: number | null;
}

/**
 * The chance that memory holds anything on a question, in (0, 1): a logistic function of the evidence, fitted on questions about
 * the same and about other conversations. Relevance within a question cannot tell: its best candidate always looks good.
 */
export function answerability({ coverage, cosine }: Evidence): number {
  const { coverage: weight, cosine: cosineWeight, offset } = cosine === null ? ANSWERABILITY_WEIGHTS.words : ANSWERABILITY_WEIGHTS.hybrid;
  return 1 / (1 + Math.exp(-(weight * coverage + cosineWeight * (cosine ?? 0) + offset)));
}

/**
 * Below this, `context` stays empty instead of filling a prompt with noise. Set low: a question that shares no word with what is
 * remembered must get through on meaning alone, from a cosine of about .3. `npm run bench fit` prints what it costs and saves.
 */
export const LEAST_ANSWERABILITY = 0.005;

const LEAST_BEST_RELEVANCE = 0.3;

/** The relevance that the best candidate of a question deserves, [.3, 1]: the floor keeps the order by relevance ahead of the other factors. */
export const bestRelevance = (chance: number): number => LEAST_BEST_RELEVANCE + (1 - LEAST_BEST_RELEVANCE) * chance;
