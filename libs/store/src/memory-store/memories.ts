import { allowsNamespace } from "@memory-cortex/models";
import type { Memory } from "@memory-cortex/models";

import { decodeCursor, encodeCursor } from "../cursor.ts";
import { isNotEnded } from "../in-force.ts";
import { HISTORY_LIMIT } from "../memories.ts";
import type { CaptureCommit, CaptureResult, CommitResult, MemoryCommit, MemoryFilter, Page } from "../memories.ts";
import { writeGraph } from "../rules/graph-writes.ts";
import { memoriesOf } from "../rules/knowledge.ts";
import { forgetMemory, writeMemory } from "../rules/memory-writes.ts";
import { sessionKeyOf } from "../session-key.ts";
import { isStale } from "./revisions.ts";
import type { Scope, StoredTurn } from "./user-state.ts";
import { ownSession } from "./user-state.ts";
import { isCurrent } from "./visibility.ts";

export function commitMemories(scope: Scope, commit: MemoryCommit): CommitResult {
  if (isStale(scope, commit)) return { outcome: "stale" };
  for (const write of commit.writes) writeMemory(scope, write);
  writeGraph(scope, commit);
  return { outcome: "committed" };
}

/** The caller runs it on a copy, so that a write that throws leaves nothing behind. */
export function commitCapture(scope: Scope, commit: CaptureCommit): CaptureResult {
  const session = ownSession(scope, commit.sessionId);
  const isOpen = (turn: StoredTurn): boolean => (commit.improves === true ? turn.improvable : turn.capturedAt === null);
  const turns = session?.turns.filter((turn) => isOpen(turn) && commit.turnIds.includes(turn.id)) ?? [];
  if (session === undefined || turns.length < new Set(commit.turnIds).size) return { outcome: "repeated" };
  if (isStale(scope, commit)) return { outcome: "stale" };
  for (const turn of turns) {
    turn.capturedAt ??= commit.at;
    turn.improvable = commit.improvable === true;
  }
  const hashes = commit.writes.flatMap((write) => ("memory" in write ? [write.memory.contentHash] : []));
  const forgotten = forgottenHashes(scope, hashes);
  for (const write of commit.writes) {
    if (!("memory" in write && forgotten.includes(write.memory.contentHash))) writeMemory(scope, write);
  }
  writeGraph(scope, commit);
  return { outcome: "committed" };
}

export function getMemory(scope: Scope, id: string): Memory | null {
  return memoriesOf(scope).find((memory) => memory.id === id) ?? null;
}

export function findByContentHash(scope: Scope, hashes: readonly string[]): Memory[] {
  const memories = memoriesOf(scope);
  return memories.filter((memory) => hashes.includes(memory.contentHash) && isNotEnded(memory, scope.now));
}

export function forgottenHashes({ user, realm }: Scope, hashes: readonly string[]): string[] {
  const forgotten = [...user.tombstones.keys()].map((key) => JSON.parse(key) as [string, string]);
  const allowed = forgotten.filter(([namespace]) => allowsNamespace(realm, namespace)).map(([, hash]) => hash);
  return [...new Set(hashes)].filter((hash) => allowed.includes(hash));
}

/** The versions beside a memory, by either link. */
function isLinked(a: Memory, b: Memory): boolean {
  return a.supersedes === b.id || b.supersedes === a.id || a.supersededBy === b.id || b.supersededBy === a.id;
}

export function history(scope: Scope, id: string): Memory[] {
  const memories = memoriesOf(scope);
  const found = new Set(memories.filter((memory) => memory.id === id));
  for (const version of found) {
    for (const other of memories.filter((memory) => isLinked(memory, version))) if (found.size < HISTORY_LIMIT) found.add(other);
  }
  return [...found].sort((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
}

function listed(memory: Memory, filter: MemoryFilter): boolean {
  return (
    memory.type === (filter.type ?? memory.type) &&
    memory.lifetime === (filter.lifetime ?? memory.lifetime) &&
    memory.project === (filter.project ?? memory.project) &&
    (filter.tags?.some((tag) => memory.tags.includes(tag)) ?? true) &&
    (filter.includeHistory || isCurrent(memory, filter.now))
  );
}

export function listMemories(scope: Scope, filter: MemoryFilter, page: { limit: number; cursor?: string }): Page<Memory> {
  const [createdAt, serial] = page.cursor === undefined ? [Infinity, 0] : decodeCursor(page.cursor, 2);
  const found = memoriesOf(scope)
    .filter((memory) => listed(memory, filter))
    .filter((memory) => memory.createdAt < createdAt! || (memory.createdAt === createdAt && memory.serial < serial!))
    .sort((a, b) => b.createdAt - a.createdAt || b.serial - a.serial);
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  return { items, next: found.length > items.length && last !== undefined ? encodeCursor(last.createdAt, last.serial) : null };
}

export function eraseMemory(scope: Scope, request: { id: string; at: number }): boolean {
  const memory = forgetMemory(scope, request.id);
  if (memory === null) return false;
  const { user } = scope;
  user.tombstones.set(sessionKeyOf(memory.namespace, memory.contentHash), request.at);
  for (const { vectors } of user.spaces) vectors.delete(memory.id);
  user.revisions.erasures += 1;
  return true;
}

export function touch(scope: Scope, request: { ids: readonly string[]; at: number }): void {
  for (const memory of memoriesOf(scope)) {
    if (request.ids.includes(memory.id)) {
      memory.accessCount += 1;
      memory.lastAccessedAt = Math.max(memory.lastAccessedAt ?? request.at, request.at);
    }
  }
}
