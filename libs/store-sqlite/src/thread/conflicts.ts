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
  if (database.value<number>(`SELECT count(*) FROM memory WHERE ${IN_GROUP}`, { group }) === 1) {
    database.run(`UPDATE memory SET conflict_group = NULL, conflict_status = NULL WHERE ${IN_GROUP}`, { group });
  }
}
