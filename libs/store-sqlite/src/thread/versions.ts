import type { Memory } from "@memory-cortex/models";
import { HISTORY_LIMIT } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { realmCondition } from "./realm-sql.ts";
import { selectMemories } from "./records.ts";
import type { UserDatabase } from "./user-database.ts";

/** What a memory took the place of and what took its place, by either link. */
function versionsBeside({ database, realm }: Call, { id, supersedes, supersededBy }: Memory): Memory[] {
  const allowed = realmCondition(realm);
  return selectMemories(
    database,
    `d.rid IN (
       SELECT rid FROM memory WHERE supersedes = @id UNION SELECT rid FROM memory WHERE superseded_by = @id
       UNION SELECT rid FROM document WHERE id IN (@supersedes, @supersededBy)) AND ${allowed.sql} ORDER BY d.rid`,
    { ...allowed.parameters, id, supersedes, supersededBy },
  );
}

export function history(call: Call, id: string): Memory[] {
  const allowed = realmCondition(call.realm);
  const [start] = selectMemories(call.database, `d.id = @id AND ${allowed.sql}`, { ...allowed.parameters, id });
  const found = new Map<string, Memory>(start === undefined ? [] : [[id, start]]);
  for (const version of found.values()) {
    for (const other of versionsBeside(call, version)) if (found.size < HISTORY_LIMIT && !found.has(other.id)) found.set(other.id, other);
  }
  return [...found.values()].sort((a, b) => a.createdAt - b.createdAt || a.serial - b.serial);
}

/** The versions before and after an erased one become neighbours. */
export function unlink(database: UserDatabase, rid: number): void {
  const link = "FROM (SELECT d.id, m.supersedes, m.superseded_by FROM memory m JOIN document d ON d.rid = m.rid WHERE m.rid = @rid) erased";
  database.run(`UPDATE memory SET supersedes = erased.supersedes ${link} WHERE memory.supersedes = erased.id`, { rid });
  database.run(`UPDATE memory SET superseded_by = erased.superseded_by ${link} WHERE memory.superseded_by = erased.id`, { rid });
}
