import type { Call } from "./call.ts";
import { vectorTable } from "./schema.ts";
import type { UserDatabase } from "./user-database.ts";

/** Erased by one write, some ten milliseconds of the writer's time. */
const VECTORS_AT_ONCE = 1_000;
const PENDING_AT_ONCE = 20_000;

/** Spaces that are not dropped. Only what erases documents must look at the others too. */
export const KEPT_SPACE = "state <> 'dropped'";

/** Nobody finds the space any more. What it holds is erased little by little. */
export function markDropped(database: UserDatabase, spaceId: number): void {
  database.run("UPDATE space SET state = 'dropped' WHERE id = @spaceId", { spaceId });
}

/**
 * Erases a part of what a dropped space left; whether there is more. A million vectors in one transaction held up every acknowledgement
 * for 13 s (what is freed is overwritten), in a log of 1.5 GB and with as much memory.
 */
export function eraseDropped({ database }: Pick<Call, "database">): boolean {
  const spaceId = database.value<number>("SELECT id FROM space WHERE state = 'dropped' LIMIT 1");
  if (spaceId === undefined) return false;
  const table = vectorTable(spaceId);
  const erased = (sql: string, most: number): boolean => database.run(sql, { spaceId, most }) > 0;
  const partLeft =
    erased("DELETE FROM pending WHERE space = @spaceId AND rid IN (SELECT rid FROM pending WHERE space = @spaceId LIMIT @most)", PENDING_AT_ONCE) ||
    erased("DELETE FROM vector_segment WHERE id IN (SELECT id FROM vector_segment WHERE space = @spaceId LIMIT @most)", 1) ||
    database.run(`DELETE FROM ${table} WHERE rid IN (SELECT rid FROM ${table} LIMIT @most)`, { most: VECTORS_AT_ONCE }) > 0;
  if (partLeft) return true;
  database.run("DELETE FROM space WHERE id = @spaceId", { spaceId });
  database.connection.exec(`DROP TABLE IF EXISTS ${table}`);
  return database.value("SELECT 1 FROM space WHERE state = 'dropped'") !== undefined;
}
