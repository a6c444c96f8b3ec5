import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { BACKGROUND_PRIORITY, collectWhenIdle, lowerPriority } from "@memory-cortex/threads";
import { LRUCache } from "lru-cache";

import type { ThreadMessage, ThreadReply, ThreadSettings } from "../thread-messages.ts";
import { CacheBudget } from "./cache-budget.ts";
import { listUsers, recentUsers } from "./list-users.ts";
import { mapError } from "./map-error.ts";
import { READS, WRITES } from "./operations.ts";
import { isRedoable } from "./redoable-writes.ts";
import type { Operation, WriteOperation } from "./operations.ts";
import { BUSY_TIMEOUT_MS, openForReading, openForWriting } from "./realm-files.ts";
import { countChange } from "./revisions.ts";
import { Slice, Unfinished } from "./slice.ts";
import { Transfers } from "./transfer/transfers.ts";
import type { UserDatabase } from "./user-database.ts";

/** Less free space than this and a write would soon fail in the middle; bytes. */
const MINIMUM_FREE_SPACE = 16 * 1024 * 1024;

/** A search ends sooner. */
const SCRUB_WAIT_MS = 100;

/** Slices that a call may use up before they grow. */
const PATIENCE = 200;

const { directory, role, maxOpenUsers, searchMemory, slice } = workerData as ThreadSettings;
if (role === "background") lowerPriority(BACKGROUND_PRIORITY);
collectWhenIdle({ awaited: role === "reader" });
const budget = new CacheBudget(searchMemory);
const transfers = new Transfers(directory);
const handles = new LRUCache<string, UserDatabase>({ max: maxOpenUsers, dispose: closeHandle });

function closeHandle(database: UserDatabase): void {
  budget.forget(database);
  database.close();
}

function handleOf(userId: string, create: boolean): UserDatabase | null {
  const open = handles.get(userId);
  if (open !== undefined) {
    return open;
  }
  const opened = role === "writer" ? openForWriting(directory, userId, create) : openForReading(directory, userId);
  if (opened !== null) {
    handles.set(userId, opened);
  }
  return opened;
}

function runRead(operation: Operation<unknown, unknown>, realm: Realm, message: ThreadMessage): unknown {
  const database = handleOf(realm.userId, false);
  if (database === null) {
    return operation.absent(message.request, realm);
  }
  // Longer and longer, so that users who take each other's memory away come to an end too.
  database.slice = new Slice(slice * Math.max(1, message.attempts / PATIENCE));
  try {
    return database.inTransaction("deferred", () => operation.run({ database, realm, now: message.now }, message.request));
  } finally {
    budget.used(database);
  }
}

function runWrite(operation: WriteOperation<unknown, unknown>, realm: Realm, message: ThreadMessage): unknown {
  const database = handleOf(realm.userId, operation.creates?.(message.request) ?? false);
  if (database === null) {
    return operation.absent(message.request, realm);
  }
  database.synchronous = isRedoable(message.name) ? "NORMAL" : "FULL";
  const call = { database, realm, now: message.now };
  const result = database.inTransaction("immediate", () => {
    const answer = operation.run(call, message.request);
    countChange(call, operation.changes(answer, message.request));
    return answer;
  });
  if (operation.scrubs) {
    // A reader in the middle of a search, or an export, may hold it back; then a later checkpoint does it, and writers do not wait.
    database.connection.pragma(`busy_timeout = ${SCRUB_WAIT_MS}`);
    database.connection.pragma("wal_checkpoint(TRUNCATE)");
    database.connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
  return result;
}

/** Readers only show that they are alive. */
function ping(): void {
  if (role !== "writer") return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < MINIMUM_FREE_SPACE) {
    throw new CortexError("disk_full");
  }
}

/** Moves what the log holds into the file, as far as readers let it; writers go on meanwhile. */
function checkpoint(realm: Realm): void {
  handleOf(realm.userId, false)?.connection.pragma("wal_checkpoint(PASSIVE)");
}

function run(message: ThreadMessage): unknown {
  switch (message.name) {
    case "checkpoint":
      return message.realm && checkpoint(message.realm);
    case "ping":
      return ping();
    case "users":
      return existsSync(directory) ? listUsers(directory) : [];
    case "recentUsers":
      return existsSync(directory) ? recentUsers(directory, message.request as Parameters<typeof recentUsers>[1]) : [];
    case "close":
      transfers.close();
      return handles.clear();
  }
  if (transfers.does(message.name)) return transfers.run(message);
  const { realm, name } = message;
  const writes: Record<string, WriteOperation<unknown, unknown>> = role === "writer" ? WRITES : {};
  const reads: Record<string, Operation<unknown, unknown>> = role === "writer" ? {} : READS;
  if (realm !== undefined && writes[name] !== undefined) return runWrite(writes[name], realm, message);
  if (realm !== undefined && reads[name] !== undefined) return runRead(reads[name], realm, message);
  throw new CortexError("internal", { detail: "A store thread was asked for an operation that it does not have." });
}

/** A damaged handle is not kept: the file may be restored meanwhile. */
function forget(message: ThreadMessage, code: string): void {
  if (code === "store_corrupt" && message.realm !== undefined) {
    handles.delete(message.realm.userId);
  }
}

function answer(message: ThreadMessage): ThreadReply {
  try {
    return { id: message.id, value: run(message) };
  } catch (error) {
    if (error instanceof Unfinished) return { id: message.id, unfinished: true };
    const mapped = mapError(error);
    forget(message, mapped.code);
    return { id: message.id, error: mapped };
  }
}

parentPort!.on("message", (message: ThreadMessage) => parentPort!.postMessage(answer(message)));
