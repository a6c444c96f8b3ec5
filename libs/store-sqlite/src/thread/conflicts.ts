import type { Memory } from "@memory-cortex/models";
import { decodeCursor, encodeCursor } from "@memory-cortex/store";
import type { Conflict, Page } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { followMemory } from "./graph-writes.ts";
import { realmCondition } from "./realm-sql.ts";
import { selectMemories } from "./records.ts";
import type { UserDatabase } from "./user-database.ts";

/** Those of the user, whatever the realm: a group with one member left is none. */
const IN_GROUP = "conflict_status = 'active' AND conflict_group = @group";

function openGroup(database: UserDatabase, rid: number): string | undefined {
  return database.value<string>("SELECT conflict_group FROM memory WHERE rid = @rid AND conflict_status = 'active'", { rid });
}

/** The memories become one open group: the first that one of them is in, with all of the others, else the given one. */
export function joinConflict(database: UserDatabase, rids: readonly number[], group: string): void {
  const known = rids.flatMap((rid) => openGroup(database, rid) ?? []);
  const target = known[0] ?? group;
  for (const other of new Set(known)) database.run(`UPDATE memory SET conflict_group = @target WHERE ${IN_GROUP}`, { group: other, target });
  for (const rid of rids) database.run("UPDATE memory SET conflict_group = @target, conflict_status = 'active' WHERE rid = @rid", { rid, target });
}

/** A memory that is over contradicts nothing any more; nor does the last one of its group. */
export function leaveConflict(database: UserDatabase, rid: number): void {
  const group = openGroup(database, rid);
  if (group === undefined) return;
  database.run("UPDATE memory SET conflict_group = NULL, conflict_status = NULL WHERE rid = @rid", { rid });
  closeEmpty(database, group);
}

function closeEmpty(database: UserDatabase, group: string): void {
  if (database.value<number>(`SELECT count(*) FROM memory WHERE ${IN_GROUP}`, { group }) === 1) {
    database.run(`UPDATE memory SET conflict_group = NULL, conflict_status = NULL WHERE ${IN_GROUP}`, { group });
  }
}

/** Members of an open group that the realm holds, oldest first. */
function membersOf({ database, realm }: Call, group: string): Memory[] {
  const allowed = realmCondition(realm);
  return selectMemories(database, `m.conflict_status = 'active' AND m.conflict_group = @group AND ${allowed.sql} ORDER BY d.rid`, { ...allowed.parameters, group });
}

export function listConflicts(call: Call, page: { limit: number; cursor?: string }): Page<Conflict> {
  const [before] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(page.cursor, 1);
  const allowed = realmCondition(call.realm);
  const groups = call.database.all<{ name: string; newest: number }>(
    `SELECT m.conflict_group AS name, max(m.rid) AS newest FROM memory m INDEXED BY memory_conflict CROSS JOIN document d ON d.rid = m.rid
     WHERE m.conflict_status = 'active' AND ${allowed.sql} GROUP BY m.conflict_group HAVING newest < @before ORDER BY newest DESC LIMIT @limit`,
    { ...allowed.parameters, before, limit: page.limit + 1 },
  );
  const shown = groups.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ name }) => ({ group: name, memories: membersOf(call, name) })),
    next: groups.length > shown.length && last !== undefined ? encodeCursor(last.newest) : null,
  };
}

export function resolveConflict(call: Call, { group, winnerId, at }: { group: string; winnerId: string; at: number }): boolean {
  const members = membersOf(call, group);
  const winner = members.find(({ id }) => id === winnerId);
  if (winner === undefined) return false;
  const { database } = call;
  database.run("UPDATE memory SET conflict_group = NULL, conflict_status = NULL WHERE rid = @rid", { rid: winner.serial });
  for (const { serial: rid } of members.filter((member) => member !== winner)) {
    database.run("UPDATE document SET retired_at = coalesce(retired_at, @at) WHERE rid = @rid", { rid, at });
    database.run(
      `UPDATE memory SET conflict_status = 'resolved', superseded_at = coalesce(superseded_at, @at), superseded_by = coalesce(superseded_by, @winnerId)
       WHERE rid = @rid`,
      { rid, at, winnerId },
    );
    followMemory(database, rid);
  }
  closeEmpty(database, group);
  return true;
}
