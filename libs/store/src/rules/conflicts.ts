import type { Memory } from "@memory-cortex/models";

import { followMemory } from "./graph-writes.ts";
import type { KnowledgeScope } from "./knowledge.ts";
import { memoriesOf } from "./knowledge.ts";

/** Those of the user that are in an open group, whatever the realm: a group with one member left is none. */
function membersOf({ user }: KnowledgeScope, group: string): Memory[] {
  const memories = [...user.documents.values()].flatMap((document) => (document.kind === "memory" ? [document.memory] : []));
  return memories.filter(({ conflictGroup, conflictStatus }) => conflictGroup === group && conflictStatus === "active");
}

function clear(memory: Memory): void {
  memory.conflictGroup = null;
  memory.conflictStatus = null;
}

/** The memories become one open group: the first that one of them is in, with all of the others, else the given one. */
export function joinConflict(scope: KnowledgeScope, memories: readonly Memory[], group: string): void {
  const known = memories.flatMap(({ conflictGroup, conflictStatus }) => (conflictStatus === "active" ? [conflictGroup!] : []));
  const members = [...memories, ...known.flatMap((each) => membersOf(scope, each))];
  for (const memory of members) {
    memory.conflictGroup = known[0] ?? group;
    memory.conflictStatus = "active";
  }
}

/** A memory that is over contradicts nothing any more; nor does the last one of its group. */
export function leaveConflict(scope: KnowledgeScope, memory: Memory): void {
  if (memory.conflictStatus !== "active") return;
  const group = memory.conflictGroup!;
  clear(memory);
  closeEmpty(scope, group);
}

function closeEmpty(scope: KnowledgeScope, group: string): void {
  const left = membersOf(scope, group);
  if (left.length === 1) clear(left[0]!);
}

/** See `Store.resolveConflict`. */
export function resolveConflict(scope: KnowledgeScope, { group, winnerId, at }: { group: string; winnerId: string; at: number }): boolean {
  const members = memoriesOf(scope).filter(({ conflictGroup, conflictStatus }) => conflictGroup === group && conflictStatus === "active");
  const winner = members.find(({ id }) => id === winnerId);
  if (winner === undefined) return false;
  clear(winner);
  for (const loser of members.filter((member) => member !== winner)) {
    loser.conflictStatus = "resolved";
    loser.retiredAt ??= at;
    loser.supersededAt ??= at;
    loser.supersededBy ??= winnerId;
    followMemory(scope, loser);
  }
  closeEmpty(scope, group);
  return true;
}
