import type { Candidate } from "./candidate.ts";

const SESSION_SHARE = 0.2;

/** Adds .2 · the best score of the session: an answer often stands a few turns away from the words of the question. */
export function addSessionPrior(candidates: readonly Candidate[], scores: ReadonlyMap<string, number>): Map<string, number> {
  const bestOfSession = new Map<string, number>();
  for (const { id, sessionKey } of candidates) {
    if (sessionKey === null) continue;
    bestOfSession.set(sessionKey, Math.max(bestOfSession.get(sessionKey) ?? 0, scores.get(id) ?? 0));
  }
  const raised = new Map<string, number>();
  for (const { id, sessionKey } of candidates) {
    const own = scores.get(id) ?? 0;
    const best = sessionKey === null ? own : (bestOfSession.get(sessionKey) ?? 0);
    raised.set(id, own + SESSION_SHARE * best);
  }
  return raised;
}

/** The largest value that fused scores in [0, 1] can reach with the session prior. */
export const SESSION_PRIOR_MAXIMUM = 1 + SESSION_SHARE;
