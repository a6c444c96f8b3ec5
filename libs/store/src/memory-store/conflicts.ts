import type { Memory } from "@memory-cortex/models";

import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { Conflict, Page } from "../memories.ts";
import { followMemory } from "./graph-writes.ts";
import type { Scope } from "./user-state.ts";
import { visibleMemories } from "./user-state.ts";

/** Those of the user that are in an open group, whatever the realm: a group with one member left is none. */
function membersOf({ user }: Scope, group: string): Memory[] {
  const memories = [...user.documents.values()].flatMap((document) => (document.kind === "memory" ? [document.memory] : []));
  return memories.filter(({ conflictGroup, conflictStatus }) => conflictGroup === group && conflictStatus === "active");
}

function clear(memory: Memory): void {
  memory.conflictGroup = null;
  memory.conflictStatus = null;
}

/** The memories become one open group: the first that one of them is in, with all of the others, else the given one. */
export function joinConflict(scope: Scope, memories: readonly Memory[], group: string): void {
  const known = memories.flatMap(({ conflictGroup, conflictStatus }) => (conflictStatus === "active" ? [conflictGroup!] : []));
  const members = [...memories, ...known.flatMap((each) => membersOf(scope, each))];
  for (const memory of members) {
    memory.conflictGroup = known[0] ?? group;
    memory.conflictStatus = "active";
  }
}

/** A memory that is over contradicts nothing any more; nor does the last one of its group. */
export function leaveConflict(scope: Scope, memory: Memory): void {
  if (memory.conflictStatus !== "active") return;
  const group = memory.conflictGroup!;
  clear(memory);
  closeEmpty(scope, group);
}

function closeEmpty(scope: Scope, group: string): void {
  const left = membersOf(scope, group);
  if (left.length === 1) clear(left[0]!);
}

function visibleMembers(scope: Scope): Memory[] {
  return visibleMemories(scope).map(({ memory }) => memory).filter(({ conflictStatus }) => conflictStatus === "active");
}

export function listConflicts(scope: Scope, page: { limit: number; cursor?: string }): Page<Conflict> {
  const [before] = page.cursor === undefined ? [Infinity] : decodeCursor(page.cursor, 1);
  const groups = Map.groupBy(visibleMembers(scope), ({ conflictGroup }) => conflictGroup!);
  const newest = (memories: readonly Memory[]): number => Math.max(...memories.map(({ serial }) => serial));
  const found = [...groups].filter(([, memories]) => newest(memories) < before!).sort(([, a], [, b]) => newest(b) - newest(a));
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const items = shown.map(([group, memories]) => ({ group, memories }));
  return { items, next: found.length > shown.length && last !== undefined ? encodeCursor(newest(last[1])) : null };
}

export function resolveConflict(scope: Scope, { group, winnerId, at }: { group: string; winnerId: string; at: number }): boolean {
  const members = visibleMembers(scope).filter(({ conflictGroup }) => conflictGroup === group);
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
