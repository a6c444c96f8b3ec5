import { join } from "node:path";

import type { Clock } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { takeHomeLock } from "./home-lock.ts";
import { Migrations } from "./migrations.ts";
import type { MigrationObserver } from "./migrations.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { ThreadPool } from "./thread-pool.ts";
import { warm } from "./warm.ts";

export interface SqliteStoreOptions {
  /** The data folder; one file for each user goes into `realms` below it. */
  home: string;
  clock: Clock;
  /** Reader threads. */
  readers?: number;
  /** Files kept open by each thread; three descriptors each. */
  maxOpenUsers?: number;
  /** What the searches of each reader thread may keep in memory beside the largest user, bytes: about 300 for each vector of 256 dimensions, and 64 MiB of postings for a user. */
  searchMemory?: number;
  /** How long a search may read into memory before other calls get their turn, milliseconds. */
  slice?: number;
  /** Whether the users written last are read into memory in the background after opening. */
  warm?: boolean;
  /** Called once when that is over, or at once when there is nothing to do. */
  onWarm?: () => void;
  onMigration?: MigrationObserver;
  /** False for tools that only read, beside a running server: writes are refused. */
  lock?: boolean;
}

const DEFAULT_READERS = 2;
const DEFAULT_OPEN_USERS = 64;
/** Long beside the time to begin anew. */
const DEFAULT_SLICE = 5;
const DEFAULT_SEARCH_MEMORY = 128 * 1024 * 1024;

/**
 * Opens the store of a data folder. Throws `store_unavailable` when another process uses the folder, `home_unwritable` when it
 * cannot be written.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const locked = options.lock ?? true;
  const lock = locked ? takeHomeLock(options.home) : null;
  const searchMemory = options.searchMemory ?? DEFAULT_SEARCH_MEMORY;
  const pool = new ThreadPool({
    directory: join(options.home, "realms"),
    readers: options.readers ?? DEFAULT_READERS,
    maxOpenUsers: options.maxOpenUsers ?? DEFAULT_OPEN_USERS,
    searchMemory,
    slice: options.slice ?? DEFAULT_SLICE,
    clock: options.clock,
  });
  const migrations = new Migrations(pool, options.onMigration);
  void (options.warm === true ? warm({ pool, migrations, searchMemory }) : Promise.resolve()).then(options.onWarm);
  return createSqliteStore({ pool, migrations, readOnly: !locked, release: () => lock?.release() });
}
