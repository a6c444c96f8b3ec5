import { wholeUser } from "@memory-cortex/models";

import type { Migrations } from "./migrations.ts";
import type { ThreadPool } from "./thread-pool.ts";

/** Smaller users are read within their first search, in some tens of milliseconds. */
const LEAST_FILE_BYTES = 8 * 1024 * 1024;
/** What searches by words or by meaning keep in memory is at most a tenth of the file. */
const FILE_TO_MEMORY = 10;

/**
 * Reads into memory what the searches of the users written last keep there, one after the other (a second thread would take the processor that answers need) and within `searchMemory` bytes (the
 * largest of them aside), so that their first recall after a start is whole. Other calls go first after every slice. Rejects never: what
 * cannot be read now is read, or fails, when it is searched.
 */
export async function warm({ pool, migrations, searchMemory }: { pool: ThreadPool; migrations: Migrations; searchMemory: number }): Promise<void> {
  const request = { least: LEAST_FILE_BYTES, most: searchMemory * FILE_TO_MEMORY };
  const users = (await pool.read({ name: "recentUsers", request }).catch(() => [])) as string[];
  for (const userId of users) {
    const realm = wholeUser(userId);
    for (const name of ["prepareText", "prepareVectors"]) await migrations.reading(realm, () => pool.read({ name, realm, request: undefined, patient: true })).catch(() => undefined);
  }
}
