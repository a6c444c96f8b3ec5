import type { Memory } from "@memory-cortex/models";
import { decodeCursor, encodeCursor, HISTORY_LIMIT } from "@memory-cortex/store";
import type { MemoryFilter, Page } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { findByHashQuery } from "../queries/find-by-hash.ts";
import { forgottenHashesQuery } from "../queries/forgotten-hashes.ts";
import { getMemoryQuery } from "../queries/get-memory.ts";
import { listMemoriesQuery } from "../queries/list-memories.ts";
import { touchMemoriesQuery } from "../queries/touch-memories.ts";
import { versionsBesideQuery } from "../queries/versions-beside.ts";
import { keyOf } from "../records/keys.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";

interface Row {
  memory: MemoryRow;
}

const toMemories = (rows: readonly Row[]): Memory[] => rows.map(({ memory }) => toMemory(memory));

export async function getMemory({ realm, transaction }: BoltCall, id: string): Promise<Memory | null> {
  const rows = await transaction.run<Row>(getMemoryQuery, { key: keyOf(realm.userId, id) });
  return toMemories(rows)[0] ?? null;
}

export async function findByContentHash({ transaction }: BoltCall, hashes: readonly string[]): Promise<Memory[]> {
  return toMemories(await transaction.run<Row>(findByHashQuery, { hashes }));
}

export async function forgottenHashes({ transaction }: BoltCall, hashes: readonly string[]): Promise<string[]> {
  return (await transaction.run<{ hash: string }>(forgottenHashesQuery, { hashes })).map(({ hash }) => hash);
}

export async function listMemories({ transaction }: BoltCall, filter: MemoryFilter, page: { limit: number; cursor?: string }): Promise<Page<Memory>> {
  const [createdAt, serial] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER, 0] : decodeCursor(page.cursor, 2);
  const { now: asked, includeHistory, type = null, lifetime = null, project = null, tags = null } = filter;
  const rows = await transaction.run<Row>(listMemoriesQuery, { createdAt, serial, asked, includeHistory, type, lifetime, project, tags, limit: page.limit + 1 });
  const items = toMemories(rows.slice(0, page.limit));
  const last = items.at(-1);
  return { items, next: rows.length > page.limit && last !== undefined ? encodeCursor(last.createdAt, last.serial) : null };
}

/** One round trip for each step from the memory: two or three, for most. */
export async function history(call: BoltCall, id: string): Promise<Memory[]> {
  const { realm, transaction } = call;
  const start = await getMemory(call, id);
  const found = new Map<string, Memory>(start === null ? [] : [[id, start]]);
  for (let frontier = [...found.values()]; frontier.length > 0; ) {
    const ids = frontier.map((memory) => memory.id);
    const linked = frontier.flatMap(({ supersedes, supersededBy }) => [supersedes, supersededBy].filter((link) => link !== null && !found.has(link)));
    const rows = await transaction.run<Row>(versionsBesideQuery, { ids, keys: linked.map((link) => keyOf(realm.userId, link!)) });
    frontier = toMemories(rows).filter((memory) => !found.has(memory.id)).slice(0, HISTORY_LIMIT - found.size);
    for (const memory of frontier) found.set(memory.id, memory);
  }
  return [...found.values()].sort((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
}

/** Counts one access of each distinct memory. */
export async function touch({ realm, transaction }: BoltCall, { ids, at }: { ids: readonly string[]; at: number }): Promise<void> {
  await transaction.run(touchMemoriesQuery, { keys: [...new Set(ids)].map((id) => keyOf(realm.userId, id)), at });
}
