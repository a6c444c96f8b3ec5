import { allowsNamespace, CortexError, writeNamespace } from "@memory-cortex/models";
import type { Memory } from "@memory-cortex/models";

import { isNotEnded } from "../in-force.ts";
import type { MemoryWrite, NewMemory, SupersedeWrite } from "../memories.ts";
import { joinConflict, leaveConflict } from "./conflicts.ts";
import { followMemory, forgetDocument } from "./graph-writes.ts";
import { memoriesOf } from "./knowledge.ts";
import type { KnowledgeScope } from "./knowledge.ts";

const REINFORCEMENT = 0.05;

function find(scope: KnowledgeScope, id: string): Memory | undefined {
  const document = scope.user.documents.get(id);
  return document?.kind === "memory" && allowsNamespace(scope.realm, document.namespace) ? document.memory : undefined;
}

function existing(scope: KnowledgeScope, id: string): Memory {
  const memory = find(scope, id);
  if (memory === undefined) throw new CortexError("not_found", { detail: "The memory that the change names is not there." });
  return memory;
}

function addProvenance(memory: Memory, turnIds: readonly string[]): boolean {
  const before = memory.provenance.length;
  memory.provenance = [...new Set([...memory.provenance, ...turnIds])];
  return memory.provenance.length > before;
}

function create({ user, realm }: KnowledgeScope, { terms, words, signals, ...fields }: NewMemory): void {
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

function supersede(scope: KnowledgeScope, { memoryId, memory, at, change, endsAt }: SupersedeWrite): void {
  const old = existing(scope, memoryId);
  create(scope, { ...memory, supersedes: memoryId });
  endInWorld(old, { endsAt: change === "world" ? (endsAt ?? at) : at, at });
  if (change !== "world") old.retiredAt ??= at;
  old.supersededBy ??= memory.id;
  leaveConflict(scope, old);
  followMemory(scope, old);
}

function contradict(scope: KnowledgeScope, write: MemoryWrite & { action: "conflict" }): void {
  if (scope.user.documents.has(write.memory.id)) return;
  const open = write.with.map((id) => existing(scope, id)).filter((memory) => isNotEnded(memory, write.at));
  create(scope, write.memory);
  if (open.length > 0) joinConflict(scope, [existing(scope, write.memory.id), ...open], write.group);
}

/** One decision, see {@link MemoryWrite}. */
export function writeMemory(scope: KnowledgeScope, write: MemoryWrite): void {
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

/** See `Store.retireMemory`. */
export function retireMemory(scope: KnowledgeScope, request: { id: string; at: number }): boolean {
  const memory = find(scope, request.id);
  if (memory === undefined || memory.retiredAt !== null) return false;
  memory.retiredAt = request.at;
  leaveConflict(scope, memory);
  followMemory(scope, memory);
  return true;
}

/** See `Store.retireExpired`. */
export function retireExpired(scope: KnowledgeScope, { at, limit }: { at: number; limit: number }): number {
  const expired = memoriesOf(scope).filter(({ expiresAt, retiredAt }) => retiredAt === null && expiresAt !== null && expiresAt <= at);
  const retired = expired.sort((one, other) => one.expiresAt! - other.expiresAt!).slice(0, limit);
  for (const { id } of retired) retireMemory(scope, { id, at });
  return retired.length;
}

/** Takes a memory out of what is known, and what it alone brought. Null when it is not there. */
export function forgetMemory(scope: KnowledgeScope, id: string): Memory | null {
  const memory = find(scope, id);
  if (memory === undefined) return null;
  leaveConflict(scope, memory);
  unlink(scope, memory);
  forgetDocument(scope, memory.id);
  scope.user.documents.delete(memory.id);
  return memory;
}

/** The versions before and after an erased one become neighbours. */
function unlink({ user }: KnowledgeScope, erased: Memory): void {
  for (const document of user.documents.values()) {
    if (document.kind !== "memory") continue;
    const { memory } = document;
    if (memory.supersedes === erased.id) memory.supersedes = erased.supersedes;
    if (memory.supersededBy === erased.id) memory.supersededBy = erased.supersededBy;
  }
}
