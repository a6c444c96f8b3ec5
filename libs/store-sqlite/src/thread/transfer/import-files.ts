import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { CortexError } from "@memory-cortex/models";
import type { ImportPage, ImportState } from "@memory-cortex/store";

import { readOwner } from "../list-users.ts";
import { importFileName, openFile, openForReading, openForWriting, realmFileName } from "../realm-files.ts";
import type { UserDatabase } from "../user-database.ts";
import { isUnfinished, readImport } from "./import-marks.ts";
import { importPage } from "./import-records.ts";

const IMPORT_NAME = /^[0-9a-f]{32}\.importing$/;
const BESIDE = ["", "-wal", "-shm"];

/**
 * Users that are being imported, each in a file under another name: for everybody else they are not there. With its last record the file
 * takes the name of a user's file, whole. Only the writer thread has one.
 */
export class ImportFiles {
  readonly #directory: string;
  /** Imports mostly come one after the other. */
  #current: UserDatabase | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Whether an import of the user has not ended. */
  has(userId: string): boolean {
    return existsSync(this.#path(userId));
  }

  import(userId: string, page: ImportPage): void {
    const database = this.#settled(userId) ?? this.#finished(userId) ?? this.#opened(userId);
    const isOwn = database === this.#current;
    try {
      if (!isOwn && readImport(database) === null) throw new CortexError("import_conflict", { detail: "The user is there already." });
      database.inTransaction("immediate", () => importPage(database, page));
    } catch (error) {
      if (isOwn && readImport(database) === null) this.discard(userId);
      throw error;
    } finally {
      if (!isOwn) database.close();
    }
    if (isOwn && !isUnfinished(database)) this.#finish(userId);
  }

  state(userId: string): ImportState | null {
    const unfinished = this.#settled(userId);
    if (unfinished !== null) return readImport(unfinished);
    const finished = this.#finished(userId);
    try {
      return finished && readImport(finished);
    } finally {
      finished?.close();
    }
  }

  discard(userId: string): boolean {
    if (this.#settled(userId) === null) return false;
    this.close();
    for (const suffix of BESIDE) rmSync(this.#path(userId) + suffix, { force: true });
    return true;
  }

  close(): void {
    this.#current?.close();
    this.#current = null;
  }

  #path(userId: string): string {
    return join(this.#directory, importFileName(userId));
  }

  #opened(userId: string): UserDatabase {
    if (this.#current?.userId === userId) return this.#current;
    this.close();
    const database = openFile({ directory: this.#directory, name: importFileName(userId), userId });
    // A page that the power took away is imported again: the place to go on from went with it.
    database.synchronous = "NORMAL";
    this.#current = database;
    return database;
  }

  /** The unfinished import; one that a kill kept from taking its name takes it now. */
  #settled(userId: string): UserDatabase | null {
    if (!this.has(userId)) return null;
    const database = this.#opened(userId);
    if (readImport(database)?.ended !== true) return database;
    this.#finish(userId);
    return null;
  }

  #finished(userId: string): UserDatabase | null {
    return openForWriting(this.#directory, userId, false);
  }

  #finish(userId: string): void {
    const target = join(this.#directory, realmFileName(userId));
    if (existsSync(target)) throw new CortexError("import_conflict", { detail: "The user came to be while it was imported." });
    // Closing moves the log into the file, and syncs it.
    this.#current?.connection.pragma("synchronous = FULL");
    this.#current?.connection.pragma("wal_checkpoint(TRUNCATE)");
    this.close();
    renameSync(this.#path(userId), target);
  }
}

/** Whose imports have not ended. */
export function unfinishedImports(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => IMPORT_NAME.test(name)) : [];
  return names.flatMap((name) => readOwner(join(directory, name)) ?? []);
}

/** A user's file for an export, finished or not. */
export function openForExport(directory: string, userId: string): UserDatabase | null {
  return openForReading(directory, userId) ?? openForReading(directory, userId, importFileName(userId));
}
