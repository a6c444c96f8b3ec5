import type { Candidate } from "./candidate.ts";

const SESSION_SHARE = 0.2;

/** The best score of each session, at least 0, by session key. NaN does not count. */
export function bestOfSessions(candidates: readonly Candidate[], scores: Float64Array): Map<string, number> {
  const best = new Map<string, number>();
  for (let index = 0; index < scores.length; index += 1) {
    const { sessionKey } = candidates[index]!;
    const score = scores[index]!;
    if (sessionKey === null || !(score >= 0)) continue;
    const known = best.get(sessionKey);
    if (known === undefined || score > known) best.set(sessionKey, score);
  }
  return best;
}

/** Adds .2 · the best score of the session: an answer often stands a few turns away from the words of the question. NaN stays so. */
export function addSessionPrior(candidates: readonly Candidate[], scores: Float64Array, best: ReadonlyMap<string, number> = bestOfSessions(candidates, scores)): Float64Array {
  return scores.map((own, index) => {
    const { sessionKey } = candidates[index]!;
    return own + SESSION_SHARE * (sessionKey === null ? own : (best.get(sessionKey) ?? 0));
  });
}

/** The largest value that fused scores in [0, 1] can reach with the session prior. */
export const SESSION_PRIOR_MAXIMUM = 1 + SESSION_SHARE;
