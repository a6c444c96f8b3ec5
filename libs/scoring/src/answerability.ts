import { ANSWERABILITY_WEIGHTS } from "./rank/ranker-weights.ts";

/** How well the best that was found fits the question, in absolute terms. */
export interface Evidence {
  /** Largest share of the question's terms that stand together in a turn and the turns around it, [0, 1]. */
  coverage: number;
  /** Best cosine of the static vectors; null when they did not answer. */
  cosine: number | null;
}

/**
 * Log odds that memory holds anything on a question: a logistic function of the evidence, fitted on questions about the same and about
 * other conversations. The order within a question cannot tell: its best candidate always looks good.
 */
export function evidenceLogOdds({ coverage, cosine }: Evidence): number {
  const { coverage: weight, cosine: cosineWeight, offset } = cosine === null ? ANSWERABILITY_WEIGHTS.words : ANSWERABILITY_WEIGHTS.hybrid;
  return weight * coverage + cosineWeight * (cosine ?? 0) + offset;
}

/** The same as a chance in (0, 1). */
export const answerability = (evidence: Evidence): number => 1 / (1 + Math.exp(-evidenceLogOdds(evidence)));

/**
 * Below this chance `context` stays empty instead of filling a prompt with noise. Low, so that a question which shares no word with what is
 * remembered gets through on meaning alone, from a cosine of about .4; and lower where only words answered, since they know less of what they miss.
 * `npm run bench fit` prints what it costs and saves.
 */
export const LEAST_ANSWERABILITY = { hybrid: 0.015, words: 0.005 } as const;

/** Whether memory may hold anything on the question. */
export const mayBeKnown = (evidence: Evidence): boolean => answerability(evidence) >= (evidence.cosine === null ? LEAST_ANSWERABILITY.words : LEAST_ANSWERABILITY.hybrid);
