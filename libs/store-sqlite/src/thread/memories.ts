import type { Memory } from "@memory-cortex/models";
import { decodeCursor, encodeCursor, QUOTING_KEY_PREFIX } from "@memory-cortex/store";
import type { MemoryFilter, Page } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { leaveConflict } from "./conflicts.ts";
import { followMemory, forgetDocument } from "./graph-writes.ts";
import { ANY_TAG, CURRENT_MEMORY, realmCondition } from "./realm-sql.ts";
import { memoryRid, selectMemories } from "./records.ts";
import { reservations } from "./reservations.ts";
import { countErasure } from "./revisions.ts";
import { vectorTable } from "./schema.ts";
import { eraseFromBlocks } from "./term-blocks.ts";
import { unlink } from "./versions.ts";

export function getMemory({ database, realm }: Call, id: string): Memory | null {
  const allowed = realmCondition(realm);
  return selectMemories(database, `d.id = @id AND ${allowed.sql}`, { ...allowed.parameters, id })[0] ?? null;
}

export function findByContentHash({ database, realm, now }: Call, hashes: readonly string[]): Memory[] {
  const allowed = realmCondition(realm);
  return selectMemories(
    database,
    `d.kind = 'memory' AND d.content_hash IN (SELECT value FROM json_each(@hashes)) AND d.retired_at IS NULL
       AND (d.valid_to IS NULL OR d.valid_to > @now) AND (d.expires_at IS NULL OR d.expires_at > @now) AND ${allowed.sql} ORDER BY d.rid`,
    { ...allowed.parameters, hashes: JSON.stringify(hashes), now },
  );
}

export function forgottenHashes({ database, realm }: Call, hashes: readonly string[]): string[] {
  const allowed = realmCondition(realm, "t.namespace");
  return database.column<string>(
    `SELECT DISTINCT t.content_hash FROM tombstone t WHERE t.content_hash IN (SELECT value FROM json_each(@hashes)) AND ${allowed.sql}`,
    { ...allowed.parameters, hashes: JSON.stringify(hashes) },
  );
}

function filterConditions(filter: MemoryFilter): string[] {
  const conditions: string[] = [];
  if (filter.type !== undefined) conditions.push("d.type = @type");
  if (filter.lifetime !== undefined) conditions.push("m.lifetime = @lifetime");
  if (filter.project !== undefined) conditions.push("m.project = @project");
  if (filter.tags !== undefined) conditions.push(ANY_TAG);
  if (!filter.includeHistory) conditions.push(CURRENT_MEMORY);
  return conditions;
}

export interface MemoryListing {
  filter: MemoryFilter;
  page: { limit: number; cursor?: string };
}

export function listMemories({ database, realm }: Call, { filter, page }: MemoryListing): Page<Memory> {
  const [createdAt, rid] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER, 0] : decodeCursor(page.cursor, 2);
  const allowed = realmCondition(realm);
  const conditions = ["d.kind = 'memory'", "(d.created_at, d.rid) < (@createdAt, @rid)", allowed.sql, ...filterConditions(filter)];
  const found = selectMemories(database, `${conditions.join(" AND ")} ORDER BY d.created_at DESC, d.rid DESC LIMIT @limit`, {
    ...allowed.parameters,
    ...filter,
    type: filter.type ?? null,
    lifetime: filter.lifetime ?? null,
    project: filter.project ?? null,
    tags: JSON.stringify(filter.tags ?? []),
    includeHistory: null,
    createdAt,
    rid,
    limit: page.limit + 1,
  });
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  return { items, next: found.length > page.limit && last !== undefined ? encodeCursor(last.createdAt, last.serial) : null };
}

function retire(database: Call["database"], rid: number, at: number): boolean {
  if (database.run("UPDATE document SET retired_at = @at WHERE rid = @rid AND retired_at IS NULL", { rid, at }) === 0) return false;
  leaveConflict(database, rid);
  followMemory(database, rid);
  return true;
}

export function retireMemory({ database, realm }: Call, { id, at }: { id: string; at: number }): boolean {
  const rid = memoryRid(database, realm, id);
  return rid !== undefined && retire(database, rid, at);
}

export function retireExpired({ database, realm }: Call, { at, limit }: { at: number; limit: number }): number {
  const allowed = realmCondition(realm);
  const expired = database.column<number>(
    `SELECT d.rid FROM document d INDEXED BY document_expiry WHERE d.expires_at <= @at AND d.retired_at IS NULL AND d.kind = 'memory' AND ${allowed.sql}
     ORDER BY d.expires_at, d.rid LIMIT @limit`,
    { ...allowed.parameters, at, limit },
  );
  for (const rid of expired) retire(database, rid, at);
  return expired.length;
}

/** Removes the row; triggers clean the term index. secure_delete overwrites what SQLite frees. */
export function eraseMemory(call: Call, request: { id: string; at: number }): boolean {
  const { database, realm } = call;
  const rid = memoryRid(database, realm, request.id);
  if (rid === undefined) {
    return false;
  }
  database.run("INSERT OR REPLACE INTO tombstone SELECT namespace, content_hash, @at FROM document WHERE rid = @rid", { rid, at: request.at });
  for (const space of database.column<number>("SELECT id FROM space")) {
    database.run(`DELETE FROM ${vectorTable(space)} WHERE rid = @rid`, { rid });
  }
  leaveConflict(database, rid);
  unlink(database, rid);
  forgetDocument(database, rid);
  eraseFromBlocks(database, [{ rid, terms: database.value<string>("SELECT terms FROM document WHERE rid = @rid", { rid })! }]);
  database.run("DELETE FROM document WHERE rid = @rid", { rid });
  forgetQuotes(call);
  countErasure(call);
  return true;
}

/** Kept answers of recall may quote what is erased, those that are being made, and what recall keeps for its next ones. */
export function forgetQuotes({ database, realm }: Call): void {
  database.run("DELETE FROM idempotency WHERE key GLOB @quoting", { quoting: `${QUOTING_KEY_PREFIX}*` });
  database.run("DELETE FROM note");
  reservations.dropQuoting(realm.userId);
}

/** Counts one access of each distinct memory. */
export function touch({ database, realm }: Call, request: { ids: readonly string[]; at: number }): void {
  const allowed = realmCondition(realm);
  database.run(
    `UPDATE memory SET access_count = access_count + 1, last_accessed_at = max(coalesce(last_accessed_at, @at), @at)
     WHERE rid IN (SELECT d.rid FROM document d WHERE d.id IN (SELECT value FROM json_each(@ids)) AND ${allowed.sql})`,
    { ...allowed.parameters, ids: JSON.stringify(request.ids), at: request.at },
  );
}
