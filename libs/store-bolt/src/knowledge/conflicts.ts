import type { Memory } from "@memory-cortex/models";
import { decodeCursor, encodeCursor } from "@memory-cortex/store";
import type { Conflict, Page } from "@memory-cortex/store";
import { resolveConflict as resolve } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { listConflictsQuery } from "../queries/list-conflicts.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { openWorkingSet } from "./working-set.ts";

export async function listConflicts({ transaction }: BoltCall, page: { limit: number; cursor?: string }): Promise<Page<Conflict>> {
  const [before] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(page.cursor, 1);
  const rows = await transaction.run<{ name: string; newest: number; memory: MemoryRow }>(listConflictsQuery, { before, limit: page.limit + 1 });
  const groups = [...Map.groupBy(rows, ({ name }) => name)];
  const shown = groups.slice(0, page.limit);
  const last = shown.at(-1)?.[1][0];
  const items = shown.map(([group, members]) => ({ group, memories: members.map(({ memory }): Memory => toMemory(memory)) }));
  return { items, next: groups.length > shown.length && last !== undefined ? encodeCursor(last.newest) : null };
}

export async function resolveConflict(call: BoltCall, request: { group: string; winnerId: string; at: number }): Promise<boolean> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [request.winnerId], groups: [request.group] });
  // Relations that rest on those that lose end with them.
  await set.load({ documents: set.knowledge.documents.keys() });
  return changeKnowledge(set, (scope) => resolve(scope, request));
}
