import type { IdSource, Realm, Turn } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory, Store } from "@memory-cortex/store";
import { contentHash } from "@memory-cortex/text";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { describeText } from "../describe-text.ts";

export interface DecideContext {
  store: Store;
  ids: IdSource;
  realm: Realm;
  at: number;
}

/** What becomes of the candidates: a statement that is known word for word gains the new turns as provenance, others are created. */
export async function decideWrites({ store, ids, realm, at }: DecideContext, { candidates, turns }: { candidates: readonly CaptureCandidate[]; turns: readonly Turn[] }): Promise<MemoryWrite[]> {
  if (candidates.length === 0) return [];
  const byHash = mergeEqual(candidates);
  const known = new Map((await store.findByContentHash(realm, [...byHash.keys()])).map((memory) => [memory.contentHash, memory.id]));
  const turnById = new Map(turns.map((turn) => [turn.id, turn]));
  return [...byHash].map(([hash, candidate]): MemoryWrite => {
    const memoryId = known.get(hash);
    if (memoryId !== undefined) return { action: "addProvenance", memoryId, turnIds: candidate.turnIds };
    const source = turnById.get(candidate.turnIds[0] ?? "") ?? null;
    return { action: "create", memory: newMemory(candidate, { id: ids.next(), hash, at, source }) };
  });
}

/** A statement made twice in one window is one memory that rests on both turns. */
function mergeEqual(candidates: readonly CaptureCandidate[]): Map<string, CaptureCandidate> {
  const merged = new Map<string, CaptureCandidate>();
  for (const candidate of candidates) {
    const hash = contentHash(candidate.text);
    const first = merged.get(hash);
    merged.set(hash, first ? { ...first, turnIds: [...new Set([...first.turnIds, ...candidate.turnIds])] } : candidate);
  }
  return merged;
}

function newMemory(candidate: CaptureCandidate, { id, hash, at, source }: { id: string; hash: string; at: number; source: Turn | null }): NewMemory {
  const { type, text, topic, importance, confidence, tags, turnIds, speaker, observedAt, validFrom, validTo, lifetime } = candidate;
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
    episodeStart: candidate.episode?.startAt ?? null,
    episodeEnd: candidate.episode?.endAt ?? null,
    lifetime,
    contentHash: hash,
    expiresAt: null,
    visibility: "private",
    project: source?.project ?? null,
    sessionId: source?.sessionId ?? null,
    source: "capture:rules",
    createdAt: at,
    supersedes: null,
    provenance: turnIds,
    ...describeText(candidate.text),
  };
}
