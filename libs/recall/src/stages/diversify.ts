import { maximalMarginalRelevance, PRESET_SETTINGS } from "@memory-cortex/scoring";
import type { Diversifiable } from "@memory-cortex/scoring";

import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { Dropped } from "./gate-items.ts";
import type { ScoredItem } from "./score-items.ts";

/** MMR is quadratic, and repetition matters where the prompt is filled: at the top. */
const DIVERSIFIED = 40;
const COMPARED_CHARACTERS = 600;

/** Of the places of an answer, what one session may take: evidence lies together, but what a question asks for in several sessions should not be crowded out. */
const SHARE_OF_SESSION = 0.8;

export const mostOfSession = (limit: number): number => Math.ceil(limit * SHARE_OF_SESSION);

/** Stage 8: chooses `limit` items by MMR and a cap for each session, so that neither repetition nor one session crowds others out, and returns them best score first. */
export function diversify(run: Pick<Run, "request">, items: readonly ScoredItem[]): { chosen: ScoredItem[]; dropped: Dropped[] } {
  const { limit, preset } = run.request;
  if (items.length <= limit || limit > DIVERSIFIED || isLeftOut(run, "diversity")) return cut(items, limit);
  const pool = items.slice(0, limit + DIVERSIFIED);
  const entries = pool.map(comparable);
  const picked = new Set(maximalMarginalRelevance(entries, { lambda: PRESET_SETTINGS[preset].mmrLambda, limit, mostOfGroup: mostOfSession(limit) }));
  const chosen = pool.filter((_, index) => picked.has(index));
  const least = chosen.at(-1)?.score ?? 0;
  const hasItsShare = (session: string | null): boolean => session !== null && chosen.filter(({ candidate }) => candidate.ref.sessionKey === session).length >= mostOfSession(limit);
  const reasonOf = ({ score, candidate }: ScoredItem): Dropped["reason"] => (score <= least ? "beyond_limit" : hasItsShare(candidate.ref.sessionKey) ? "session_share" : "repeats");
  return { chosen, dropped: items.filter((_, index) => !picked.has(index)).map((item) => ({ item, reason: reasonOf(item) })) };
}

function cut(items: readonly ScoredItem[], limit: number): { chosen: ScoredItem[]; dropped: Dropped[] } {
  return { chosen: items.slice(0, limit), dropped: items.slice(limit).map((item): Dropped => ({ item, reason: "beyond_limit" })) };
}

function comparable({ score, document, candidate }: ScoredItem): Diversifiable {
  let terms: ReadonlySet<string> | undefined;
  return { score, group: candidate.ref.sessionKey, terms: () => (terms ??= termSet(document.text)) };
}

/** A cheap set of words: only likeness counts here, not inflection. */
export const termSet = (text: string): Set<string> => new Set(text.slice(0, COMPARED_CHARACTERS).toLowerCase().match(/[\p{L}\p{N}]+/gu));
