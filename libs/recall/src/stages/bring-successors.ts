import type { Document, Memory } from "@memory-cortex/models";
import { LONGEST_UPDATE_WORDS } from "@memory-cortex/scoring";
import { notInForce, sessionKeyOf } from "@memory-cortex/store";
import type { DocumentRef } from "@memory-cortex/store";
import { countWords, encodeSignals, textSignals } from "@memory-cortex/text";

import { degrade, isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { RankedCandidate } from "./rank.ts";
import { reasonOf } from "./reason-of.ts";
import type { ReadCandidate } from "./settle-updates.ts";

/** Outdated turns further down than this hardly reach an answer. */
const LOOKED_AT = 20;
/** A → B → C: read one after the other, so not for ever. */
const MOST_STEPS = 3;
const JUST_ABOVE = 1.001;
/** A long turn says more than what has changed since, and may be asked for that. */
const SHARE_OF_LONG_TURN = 0.5;

/**
 * Stage 4, between reading and settling: where a turn says what was true once, the memory of what is true now stands before it. "Where does
 * she live?" is nearer to "I live in Berlin" than to "we moved to Lisbon", and no likeness of words leads from one to the other; that
 * a memory took the place of another does. Only for questions about now that want memories.
 */
export async function bringSuccessors(run: Run, read: readonly ReadCandidate[]): Promise<ReadCandidate[]> {
  const outdated = asksAboutNow(run) ? read.slice(0, LOOKED_AT).filter(({ document }) => successorIdOf(document) !== null) : [];
  if (outdated.length === 0) return [...read];
  const known = new Map(read.map(({ document }) => [document.id, document]));
  const followed = await followAll(run, outdated, known);
  const raised = new Map<string, ReadCandidate>(read.map((entry) => [entry.document.id, entry]));
  for (const turn of outdated) {
    const successor = followed.get(turn.document.id);
    if (successor !== undefined) raised.set(successor.id, standIn(successor, turn, raised.get(successor.id)?.candidate ?? null));
  }
  return [...raised.values()].sort((a, b) => b.candidate.relevance - a.candidate.relevance);
}

function asksAboutNow(run: Run): boolean {
  const { request, filter } = run;
  const anyTime = filter.asOf === undefined && filter.knownAt === undefined && filter.validBefore === undefined && filter.validAfter === undefined && !filter.includeHistory;
  return anyTime && request.kinds.includes("memory") && !isLeftOut(run, "updates");
}

const successorIdOf = (document: Document): string | null => (document.kind === "turn" ? (document.outdatedBy ?? null) : null);

/** The current memory at the end of each turn's line of successors, by the turn's id. */
async function followAll(run: Run, turns: readonly ReadCandidate[], known: Map<string, Document>): Promise<Map<string, Memory>> {
  let ahead = new Map(turns.map(({ document }) => [document.id, successorIdOf(document)!]));
  const found = new Map<string, Memory>();
  for (let step = 0; step < MOST_STEPS && ahead.size > 0; step += 1) {
    await readMissing(run, new Set(ahead.values()), known);
    const further = new Map<string, string>();
    for (const [turnId, memoryId] of ahead) {
      const memory = known.get(memoryId);
      if (memory?.kind !== "memory") continue;
      if (isWanted(run, memory)) found.set(turnId, memory);
      else if (memory.supersededBy !== null && memory.retiredAt === null) further.set(turnId, memory.supersededBy);
    }
    ahead = further;
  }
  return found;
}

async function readMissing(run: Run, ids: ReadonlySet<string>, known: Map<string, Document>): Promise<void> {
  const missing = [...ids].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const answer = await run.deadline.within(run.deadline.remainingMs() / 2, (signal) => run.services.store.getDocuments(run.realm, missing, { signal }));
  if (answer.outcome === "done") for (const document of answer.result) known.set(document.id, document);
  else degrade(run, "updates", reasonOf(run, "updates", answer));
}

/** What the store would have let through. */
function isWanted({ request, filter }: Run, memory: Memory): boolean {
  const { type, tags, observedAt } = memory;
  return notInForce(memory, observedAt, filter) === null && (request.types?.includes(type) ?? true) && (request.tags?.some((tag) => tags.includes(tag)) ?? true);
}

/** The memory with at least the standing of the turn that it brings up to date. */
function standIn(document: Memory, { candidate: turn }: ReadCandidate, own: RankedCandidate | null): ReadCandidate {
  const share = turn.ref.words <= LONGEST_UPDATE_WORDS ? JUST_ABOVE : SHARE_OF_LONG_TURN;
  const candidate = own ?? { ...turn, ref: refOf(document) };
  const ranking = turn.ranking === null ? candidate.ranking : { ...turn.ranking, chance: Math.max(candidate.ranking?.chance ?? 0, turn.ranking.chance) };
  return { document, candidate: { ...candidate, ranking, relevance: Math.min(1, Math.max(own?.relevance ?? 0, turn.relevance * share)) } };
}

function refOf({ id, kind, namespace, sessionId, speaker, observedAt, text }: Memory): DocumentRef {
  const sessionKey = sessionId === null ? null : sessionKeyOf(namespace, sessionId);
  return { id, kind, namespace, sessionKey, position: null, words: countWords(text), signals: encodeSignals(textSignals(text)), role: null, speaker, observedAt };
}
