import type { Pairing } from "./pairing.ts";
import type { Region, Run } from "./runs.ts";

export interface EvidenceContext {
  pairing: Pairing;
  region: Region;
  /** The request is surely a window of a history: a summary stood in front of it. */
  isWindow: boolean;
}

/**
 * Whether a run of equal texts, without ids or times, shows by itself that the request tells again what is stored. Equal texts alone do
 * not: people say "ok" many times. What does:
 * - two turns or more of which one is longer than an acknowledgement, anywhere;
 * - two turns or more that end where the stored turns end, or one with which the request begins and goes on: it overlaps the end;
 * - two turns or more, or one long one, with which the stored turns begin and the request ends: an earlier window that came late;
 * - all stored turns of the session;
 * - any run right beside a sure pair.
 * A request of one message, without id or time, shows nothing: it is kept.
 */
export function isEvidence(run: Run, { pairing, region, isWindow }: EvidenceContext): boolean {
  const startsWithStored = run.position === region.fromPosition;
  const endsWithStored = run.position + run.length === region.toPosition;
  const startsWithRequest = run.index === region.fromIndex;
  const endsWithRequest = run.index + run.length === region.toIndex;
  if (region.anchoredBefore && startsWithStored && startsWithRequest) return true;
  if (region.anchoredAfter && endsWithStored && endsWithRequest) return true;
  if (pairing.incomingLength === 1 && !isWindow) return false;
  const long = hasLongTurn(run, pairing);
  if (run.length >= 2 && long) return true;
  const reachesEnd = endsWithStored && !region.anchoredAfter;
  const reachesStart = startsWithStored && !region.anchoredBefore;
  if (reachesEnd && (run.length >= 2 || (startsWithRequest && (!endsWithRequest || isWindow)))) return true;
  if (reachesStart && endsWithRequest && !region.anchoredAfter && (run.length >= 2 || long)) return true;
  return reachesStart && reachesEnd;
}

function hasLongTurn(run: Run, pairing: Pairing): boolean {
  for (let offset = 0; offset < run.length; offset += 1) if (pairing.isSubstantial(run.index + offset)) return true;
  return false;
}
