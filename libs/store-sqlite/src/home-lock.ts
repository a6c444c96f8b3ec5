import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { CortexError } from "@memory-cortex/models";
import Database from "better-sqlite3";

const LOCK_FILE = "cortex.lock";

export interface HomeLock {
  release(): void;
}

/**
 * Takes the home for this process. The lock is one of the operating system, taken by SQLite on an empty file: it ends with the process
 * however that ends, so there is no stale lock to tell from a live one. Throws `store_unavailable` when another process holds it.
 */
export function takeHomeLock(home: string): HomeLock {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CortexError("home_unwritable", { cause: error });
  }
  let connection: Database.Database | undefined;
  try {
    connection = new Database(join(home, LOCK_FILE), { timeout: 0 });
    connection.exec("BEGIN EXCLUSIVE");
    const held = connection;
    return { release: () => held.close() };
  } catch (error) {
    connection?.close();
    throw lockError(error);
  }
}

function lockError(error: unknown): CortexError {
  const code = error instanceof Database.SqliteError ? error.code : "";
  return code.startsWith("SQLITE_BUSY")
    ? new CortexError("store_unavailable", { detail: "Another process uses this data folder. Stop it, or use another CORTEX_HOME." })
    : new CortexError("home_unwritable", { cause: error });
}
