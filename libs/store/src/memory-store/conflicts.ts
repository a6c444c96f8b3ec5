import type { Memory } from "@memory-cortex/models";

import type { Scope } from "./user-state.ts";

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
  const left = membersOf(scope, group);
  if (left.length === 1) clear(left[0]!);
}
