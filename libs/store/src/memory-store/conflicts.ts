import type { Memory } from "@memory-cortex/models";

import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { Conflict, Page } from "../memories.ts";
import { memoriesOf } from "../rules/knowledge.ts";
import type { Scope } from "./user-state.ts";

export function listConflicts(scope: Scope, page: { limit: number; cursor?: string }): Page<Conflict> {
  const [before] = page.cursor === undefined ? [Infinity] : decodeCursor(page.cursor, 1);
  const open = memoriesOf(scope).filter(({ conflictStatus }) => conflictStatus === "active");
  const groups = Map.groupBy(open, ({ conflictGroup }) => conflictGroup!);
  const newest = (memories: readonly Memory[]): number => Math.max(...memories.map(({ serial }) => serial));
  const found = [...groups].filter(([, memories]) => newest(memories) < before!).sort(([, a], [, b]) => newest(b) - newest(a));
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const items = shown.map(([group, memories]) => ({ group, memories }));
  return { items, next: found.length > shown.length && last !== undefined ? encodeCursor(newest(last[1])) : null };
}
