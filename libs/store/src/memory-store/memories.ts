import { allowsNamespace, CortexError, writeNamespace } from "@memory-cortex/models";
import type { Memory } from "@memory-cortex/models";

import { decodeCursor, encodeCursor } from "../cursor.ts";
import { HISTORY_LIMIT } from "../memories.ts";
import type { CaptureCommit, CaptureResult, MemoryCommit, MemoryFilter, MemoryWrite, NewMemory, Page, SupersedeWrite } from "../memories.ts";
import { sessionKeyOf } from "../session-key.ts";
import { QUOTING_KEY_PREFIX } from "../store.ts";
import { joinConflict, leaveConflict } from "./conflicts.ts";
import { followMemory, forgetDocument, writeGraph } from "./graph-writes.ts";
import type { Scope, StoredTurn } from "./user-state.ts";
import { ownSession, visibleMemories } from "./user-state.ts";
import { isCurrent, isNotEnded } from "./visibility.ts";

const REINFORCEMENT = 0.05;

function find(scope: Scope, id: string): Memory | undefined {
  return visibleMemories(scope).find((stored) => stored.id === id)?.memory;
}

function existing(scope: Scope, id: string): Memory {
  const memory = find(scope, id);
  if (memory === undefined) throw new CortexError("not_found", { detail: "The memory that the change names is not there." });
  return memory;
}

function addProvenance(memory: Memory, turnIds: readonly string[]): boolean {
  const before = memory.provenance.length;
  memory.provenance = [...new Set([...memory.provenance, ...turnIds])];
  return memory.provenance.length > before;
}

function create({ user, realm }: Scope, { terms, words, signals, ...fields }: NewMemory): void {
  if (user.documents.has(fields.id)) return;
  user.lastSerial += 1;
  const serial = user.lastSerial;
  const namespace = writeNamespace(realm);
  const memory: Memory = {
    kind: "memory",
    serial,
    namespace,
    ...fields,
    provenance: [...new Set(fields.provenance)],
    retiredAt: null,
    supersededAt: null,
    accessCount: 0,
    lastAccessedAt: null,
    reinforcedCount: 0,
    supersededBy: null,
    conflictGroup: null,
    conflictStatus: null,
  };
  user.documents.set(fields.id, { kind: "memory", serial, id: fields.id, namespace, memory, terms, words, signals });
}

function endInWorld(memory: Memory, { endsAt, at }: { endsAt: number; at: number }): void {
  memory.validTo = Math.min(memory.validTo ?? endsAt, endsAt);
  memory.supersededAt ??= at;
}

function supersede(scope: Scope, { memoryId, memory, at, change, endsAt }: SupersedeWrite): void {
  const old = existing(scope, memoryId);
  create(scope, { ...memory, supersedes: memoryId });
  endInWorld(old, { endsAt: change === "world" ? (endsAt ?? at) : at, at });
  if (change !== "world") old.retiredAt ??= at;
  old.supersededBy ??= memory.id;
  leaveConflict(scope, old);
  followMemory(scope, old);
}

function contradict(scope: Scope, write: MemoryWrite & { action: "conflict" }): void {
  if (scope.user.documents.has(write.memory.id)) return;
  const open = write.with.map((id) => existing(scope, id)).filter((memory) => isNotEnded(memory, write.at));
  create(scope, write.memory);
  if (open.length > 0) joinConflict(scope, [existing(scope, write.memory.id), ...open], write.group);
}

export function writeMemory(scope: Scope, write: MemoryWrite): void {
  switch (write.action) {
    case "create":
      return create(scope, write.memory);
    case "supersede":
      return supersede(scope, write);
    case "conflict":
      return contradict(scope, write);
    case "end": {
      const memory = existing(scope, write.memoryId);
      addProvenance(memory, write.turnIds);
      endInWorld(memory, write);
      leaveConflict(scope, memory);
      return followMemory(scope, memory);
    }
    case "addProvenance":
      addProvenance(existing(scope, write.memoryId), write.turnIds);
      return;
    case "reinforce": {
      const memory = existing(scope, write.memoryId);
      if (!addProvenance(memory, write.turnIds) && write.turnIds.length > 0) return;
      memory.confidence = Math.min(1, memory.confidence + REINFORCEMENT);
      memory.reinforcedCount += 1;
    }
  }
}

export function commitMemories(scope: Scope, commit: MemoryCommit): void {
  for (const write of commit.writes) writeMemory(scope, write);
  writeGraph(scope, commit);
}

/** The caller runs it on a copy, so that a write that throws leaves nothing behind. */
export function commitCapture(scope: Scope, commit: CaptureCommit): CaptureResult {
  const session = ownSession(scope, commit.sessionId);
  const isOpen = (turn: StoredTurn): boolean => (commit.improves === true ? turn.improvable : turn.capturedAt === null);
  const turns = session?.turns.filter((turn) => isOpen(turn) && commit.turnIds.includes(turn.id)) ?? [];
  if (session === undefined || turns.length < new Set(commit.turnIds).size) return { outcome: "repeated" };
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
  return find(scope, id) ?? null;
}

export function findByContentHash(scope: Scope, hashes: readonly string[]): Memory[] {
  const memories = visibleMemories(scope).map(({ memory }) => memory);
  return memories.filter((memory) => hashes.includes(memory.contentHash) && isNotEnded(memory, scope.now));
}

export function forgottenHashes({ user, realm }: Scope, hashes: readonly string[]): string[] {
  const forgotten = [...user.tombstones].map((key) => JSON.parse(key) as [string, string]);
  const allowed = forgotten.filter(([namespace]) => allowsNamespace(realm, namespace)).map(([, hash]) => hash);
  return [...new Set(hashes)].filter((hash) => allowed.includes(hash));
}

/** The versions beside a memory, by either link. */
function isLinked(a: Memory, b: Memory): boolean {
  return a.supersedes === b.id || b.supersedes === a.id || a.supersededBy === b.id || b.supersededBy === a.id;
}

export function history(scope: Scope, id: string): Memory[] {
  const memories = visibleMemories(scope).map(({ memory }) => memory);
  const found = new Set(memories.filter((memory) => memory.id === id));
  for (const version of found) {
    for (const other of memories.filter((memory) => isLinked(memory, version))) if (found.size < HISTORY_LIMIT) found.add(other);
  }
  return [...found].sort((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
}

/** The versions before and after an erased one become neighbours. */
function unlink({ user }: Scope, erased: Memory): void {
  for (const document of user.documents.values()) {
    if (document.kind !== "memory") continue;
    const { memory } = document;
    if (memory.supersedes === erased.id) memory.supersedes = erased.supersedes;
    if (memory.supersededBy === erased.id) memory.supersededBy = erased.supersededBy;
  }
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
  const found = visibleMemories(scope)
    .map(({ memory }) => memory)
    .filter((memory) => listed(memory, filter))
    .filter((memory) => memory.createdAt < createdAt! || (memory.createdAt === createdAt && memory.serial < serial!))
    .sort((a, b) => b.createdAt - a.createdAt || b.serial - a.serial);
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  return { items, next: found.length > items.length && last !== undefined ? encodeCursor(last.createdAt, last.serial) : null };
}

export function retireMemory(scope: Scope, request: { id: string; at: number }): boolean {
  const memory = find(scope, request.id);
  if (memory === undefined || memory.retiredAt !== null) return false;
  memory.retiredAt = request.at;
  leaveConflict(scope, memory);
  followMemory(scope, memory);
  return true;
}

export function eraseMemory(scope: Scope, request: { id: string; at: number }): boolean {
  const memory = find(scope, request.id);
  if (memory === undefined) return false;
  scope.user.tombstones.add(sessionKeyOf(memory.namespace, memory.contentHash));
  leaveConflict(scope, memory);
  unlink(scope, memory);
  forgetDocument(scope, memory.id);
  scope.user.documents.delete(memory.id);
  for (const { vectors } of scope.user.spaces) vectors.delete(memory.id);
  for (const key of scope.user.idempotent.keys()) if (key.startsWith(QUOTING_KEY_PREFIX)) scope.user.idempotent.delete(key);
  return true;
}

export function touch(scope: Scope, request: { ids: readonly string[]; at: number }): void {
  for (const { memory } of visibleMemories(scope)) {
    if (request.ids.includes(memory.id)) {
      memory.accessCount += 1;
      memory.lastAccessedAt = Math.max(memory.lastAccessedAt ?? request.at, request.at);
    }
  }
}
