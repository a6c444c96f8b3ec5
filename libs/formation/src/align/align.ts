import type { AlignmentRequest, AlignmentView } from "@memory-cortex/store";

import type { Alignment, IncomingTurn } from "./incoming-turn.ts";
import { matchTurns } from "./match-turns.ts";
import type { Matching } from "./match-turns.ts";
import { momentsToAsk, placeTurns } from "./place-turns.ts";

/** What has to be known of the stored session to align these turns. */
export function alignmentRequest(sessionId: string, turns: readonly IncomingTurn[]): AlignmentRequest {
  return { sessionId, hashes: [...new Set(turns.map((turn) => turn.contentHash))], times: momentsToAsk(turns) };
}

/**
 * Tells the new turns of a request from those that are stored, and gives the new ones their place, whatever the request holds: the
 * whole history, only new turns, a window that lost its head, one with a summary in front, an old request again. Pure; the view must
 * answer {@link alignmentRequest} of the same turns. `docs/paths.md` says what no rule can tell apart and how it is decided.
 */
export function align(view: AlignmentView, incoming: readonly IncomingTurn[]): Alignment {
  const { kept, repeated } = withoutRepeatedIds(incoming);
  const { matching, summaries } = matchBesideSummary(view, kept.map((index) => incoming[index]!));
  const turns = summaries.length === 0 ? kept : kept.slice(1);
  const inserts = placeTurns(view, turns.map((index) => incoming[index]!), matching);
  const duplicates = turns.filter((_, at) => matching.positionOf[at]! >= 0);
  return {
    inserts: inserts.map(({ at, indexes }) => ({ at, indexes: indexes.map((index) => turns[index]!) })),
    duplicates: [...repeated, ...duplicates].sort((a, b) => a - b),
    summaries: summaries.length === 0 ? [] : [kept[0]!],
  };
}

/** One id with one content is one turn, however often a request holds it. */
function withoutRepeatedIds(incoming: readonly IncomingTurn[]): { kept: number[]; repeated: number[] } {
  const seen = new Set<string>();
  const kept: number[] = [];
  const repeated: number[] = [];
  for (const [index, { externalId, contentHash }] of incoming.entries()) {
    const key = externalId === null ? null : `${contentHash}\0${externalId}`;
    if (key !== null && seen.has(key)) repeated.push(index);
    else kept.push(index);
    if (key !== null) seen.add(key);
  }
  return { kept, repeated };
}

/** A summary in front stands for turns said before. One that was kept earlier, when nothing showed what it was, is a duplicate. */
function matchBesideSummary(view: AlignmentView, turns: readonly IncomingTurn[]): { matching: Matching; summaries: number[] } {
  const matching = matchTurns(view, turns, false);
  const marker = turns[0]?.summary ?? "none";
  if (marker === "none" || matching.positionOf[0]! >= 0) return { matching, summaries: [] };
  const rest = matchTurns(view, turns.slice(1), marker === "certain");
  const firstMatch = rest.inOrder[0];
  const replacesBeginning = firstMatch !== undefined && rest.positionOf[firstMatch]! > 0;
  return marker === "certain" || replacesBeginning ? { matching: rest, summaries: [0] } : { matching, summaries: [] };
}
