import type { MemoryType, Realm, Turn } from "@memory-cortex/models";
import type { NewMemory } from "@memory-cortex/store";
import { contentHash } from "@memory-cortex/text";

import type { CandidateChange, CaptureCandidate } from "../capture/candidate.ts";
import { describeText } from "../describe-text.ts";
import { changeIn } from "./change-words.ts";
import { readStatement } from "./reading.ts";
import type { Reading } from "./reading.ts";

/** A memory that may be written, whoever proposes it. */
export interface Proposal {
  hash: string;
  reading: Reading;
  type: MemoryType;
  project: string | null;
  turnIds: readonly string[];
  /** Known memories that whoever proposes it would look at. */
  hints: readonly string[];
  /** It ends by itself: what holds for an hour takes the place of nothing. */
  temporary: boolean;
  memory: NewMemory;
}

export interface ProposalStamp {
  realm: Realm;
  /** Epoch milliseconds. */
  at: number;
  nextId: () => string;
}

/** Candidates of a capture; a statement made twice in one window is one that rests on both turns. Ordered by when they were said. */
export function proposalsOf(candidates: readonly CaptureCandidate[], turns: readonly Turn[], stamp: Pick<ProposalStamp, "at" | "nextId">): Proposal[] {
  const merged = new Map<string, CaptureCandidate>();
  for (const candidate of candidates) {
    const hash = contentHash(candidate.text);
    const first = merged.get(hash);
    merged.set(hash, first ? { ...first, turnIds: [...new Set([...first.turnIds, ...candidate.turnIds])] } : candidate);
  }
  const turnById = new Map(turns.map((turn) => [turn.id, turn]));
  const proposals = [...merged].map(([hash, candidate]) => {
    const cited = candidate.turnIds.map((id) => turnById.get(id)).filter((turn) => turn !== undefined);
    return proposalOf(candidate, { hash, cited, id: stamp.nextId(), at: stamp.at });
  });
  return proposals.toSorted((left, right) => left.reading.observedAt - right.reading.observedAt);
}

function proposalOf(candidate: CaptureCandidate, { hash, cited, id, at }: { hash: string; cited: readonly Turn[]; id: string; at: number }): Proposal {
  const { text, type, speaker, observedAt, validTo } = candidate;
  const facts = candidate.origin === "llm" ? candidate.facts : [];
  const reading = readStatement({ text, type, speaker, observedAt, validFrom: candidate.validFrom, validTo, facts, change: saidChange(candidate, cited) });
  const validFrom = candidate.validFrom ?? begunAt(reading);
  const [source] = cited;
  const memory = newMemory({ ...candidate, validFrom }, { id, hash, at, source: source ?? null });
  return { hash, reading: { ...reading, begin: validFrom ?? observedAt }, type, project: memory.project, turnIds: candidate.turnIds, hints: candidate.updates, temporary: false, memory };
}

/** A model that says "replaces" is believed when its words, or those of the turns, say so. */
function saidChange({ text, change }: CaptureCandidate, cited: readonly Turn[]): CandidateChange {
  const own = changeIn(text);
  return own === "none" && change !== "none" && cited.some((turn) => changeIn(turn.text) !== "none") ? change : own;
}

/** Since when what a statement says is so, where its words tell: "we moved to Lisbon in May". */
export const begunAt = ({ facts }: Reading): number | null => facts.find(({ validFrom, negated }) => validFrom !== null && !negated)?.validFrom ?? null;

function newMemory(candidate: CaptureCandidate, { id, hash, at, source }: { id: string; hash: string; at: number; source: Turn | null }): NewMemory {
  const { type, text, topic, importance, confidence, tags, turnIds, speaker, observedAt, validFrom, validTo, lifetime, episode } = candidate;
  return {
    id,
    type,
    text,
    topic,
    importance,
    confidence,
    tags,
    speaker,
    observedAt,
    validFrom,
    validTo,
    lifetime,
    episodeStart: episode?.startAt ?? null,
    episodeEnd: episode?.endAt ?? null,
    contentHash: hash,
    expiresAt: null,
    visibility: "private",
    project: source?.project ?? null,
    sessionId: source?.sessionId ?? null,
    source: `capture:${candidate.origin}`,
    createdAt: at,
    supersedes: null,
    provenance: turnIds,
    ...describeText(text),
  };
}
