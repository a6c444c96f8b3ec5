import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";

import { CortexError } from "@memory-cortex/models";
import Database from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";

import { NEEDS_MIGRATION } from "./needs-migration.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.ts";
import { UserDatabase } from "./user-database.ts";

/** Waits for the other connections of this process (a checkpoint), not for other processes: the home is locked. */
export const BUSY_TIMEOUT_MS = 5_000;
/** Kept small because hundreds of files may be open; the operating system caches the rest. */
const CACHE_KIB = 4_000;
/** For all connections of the process together, bytes; beyond it SQLite reuses pages instead of taking new ones. */
const SOFT_HEAP_LIMIT = 256 * 1024 * 1024;
/** Rows of 1 KiB vectors and of postings pack better than in 4 KiB, and a scan makes half the reads. */
const PAGE_SIZE = 8_192;

/** The log is moved into the file in the background; when that falls behind by so much (64 MiB), a write does it. */
const LONGEST_LOG_PAGES = 8_192;

const nameOf = (userId: string): string => createHash("sha256").update(userId).digest("hex").slice(0, 32);

/** Name of a user's file: the id itself may hold any character. */
export const realmFileName = (userId: string): string => `${nameOf(userId)}.db`;

/** Name of the file until an import of the user has ended. */
export const importFileName = (userId: string): string => `${nameOf(userId)}.importing`;

function connect(path: string): Database.Database {
  const connection = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    sqliteVec.load(connection);
    connection.pragma(`cache_size = -${CACHE_KIB}`);
    connection.pragma(`soft_heap_limit = ${SOFT_HEAP_LIMIT}`);
    connection.pragma("foreign_keys = ON");
    connection.pragma("recursive_triggers = OFF");
    connection.pragma("temp_store = MEMORY");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function version(connection: Database.Database): number {
  const found = connection.pragma("user_version", { simple: true }) as number;
  if (found > SCHEMA_VERSION) {
    throw new CortexError("store_newer");
  }
  return found;
}

/** A file that a crash left without tables, or another user's after a wrong restore, must not be taken for this user's. */
function verifyOwner(connection: Database.Database, userId: string): void {
  const owner = connection.prepare("SELECT value FROM meta WHERE key = 'user_id'").pluck().get();
  if (owner !== userId) {
    throw new CortexError("store_corrupt", { detail: "A database file belongs to another user." });
  }
}

function migrate(connection: Database.Database, userId: string): void {
  connection
    .transaction(() => {
      for (const step of MIGRATIONS.slice(version(connection))) {
        if (typeof step === "string") connection.exec(step);
        else step(connection);
      }
      connection.prepare("INSERT OR IGNORE INTO meta VALUES ('user_id', ?)").run(userId);
      connection.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

function createFile(path: string, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // SQLite gives its -wal and -shm files the mode of the main file.
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Opens a user's file for the writer thread, brought to the current schema; null when it does not exist and `create` is false.
 * synchronous=FULL: an acknowledged write survives the loss of power (docs/decisions/sqlite-driver.md has the cost).
 */
export function openForWriting(directory: string, userId: string, create: boolean): UserDatabase | null {
  const name = realmFileName(userId);
  if (!existsSync(join(directory, name))) {
    if (!create) {
      return null;
    }
    if (existsSync(join(directory, importFileName(userId)))) {
      throw new CortexError("import_unfinished");
    }
  }
  return openFile({ directory, name, userId });
}

/** Opens a file for the writer thread, made when it does not exist, brought to the current schema. */
export function openFile({ directory, name, userId }: { directory: string; name: string; userId: string }): UserDatabase {
  const path = join(directory, name);
  if (!existsSync(path)) createFile(path, directory);
  const connection = connect(path);
  try {
    if (version(connection) < SCHEMA_VERSION) {
      // The first acknowledged write syncs the log, and with it all that was made here.
      connection.pragma("synchronous = NORMAL");
      connection.pragma(`page_size = ${PAGE_SIZE}`);
      connection.pragma("journal_mode = WAL");
      migrate(connection, userId);
    }
    connection.pragma("synchronous = FULL");
    connection.pragma(`wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
    connection.pragma(`journal_size_limit = ${LONGEST_LOG_PAGES * PAGE_SIZE}`);
    connection.pragma("secure_delete = ON");
    verifyOwner(connection, userId);
    return new UserDatabase(userId, connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a user's file for a reader thread; null when the user does not exist. Throws {@link NEEDS_MIGRATION} for an older schema. */
export function openForReading(directory: string, userId: string, name = realmFileName(userId)): UserDatabase | null {
  const path = join(directory, name);
  if (!existsSync(path)) {
    return null;
  }
  const connection = connect(path);
  try {
    const found = version(connection);
    if (found === 0) {
      // The writer is making it right now, or a crash stopped it: nothing was acknowledged yet.
      connection.close();
      return null;
    }
    if (found < SCHEMA_VERSION) {
      throw new CortexError("store_unavailable", { detail: NEEDS_MIGRATION });
    }
    connection.pragma("query_only = ON");
    verifyOwner(connection, userId);
    return new UserDatabase(userId, connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}
