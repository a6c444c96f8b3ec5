import { randomUUID } from "node:crypto";

import { CortexError } from "@memory-cortex/models";
import type { ExportedPage, ExportRequest } from "@memory-cortex/store";

import type { UserDatabase } from "../user-database.ts";
import { decodePlace, encodePlace, EXPORT_START, NO_PAGE, readPage } from "./export-page.ts";

/** Exports at once; of more, the one that was asked last for a page longest ago is given up. */
const MOST = 4;

type Open = (userId: string) => UserDatabase | null;

/**
 * Connections of this thread that stand in a read transaction, one for each export that runs: its pages show the file as of the first one
 * while others write. The log cannot be begun anew meanwhile, so it grows by what is written.
 */
export class Snapshots {
  /** Tells cursors of this process from those of one that ended. */
  readonly #process = randomUUID();
  readonly #open: Open;
  /** By number, the one used last at the end. */
  readonly #running = new Map<string, UserDatabase>();
  #last = 0;

  constructor(open: Open) {
    this.#open = open;
  }

  page(userId: string, { after, limit }: ExportRequest): ExportedPage {
    const cursor = after === null ? { ...EXPORT_START, snapshot: "" } : decodePlace(after);
    const snapshot = this.#snapshotOf(userId, cursor.snapshot);
    if (snapshot === null) return NO_PAGE;
    try {
      const { records, place } = readPage(snapshot.database, cursor, Math.max(1, limit));
      if (place === null) this.#end(snapshot.name);
      return { records, next: place && encodePlace({ ...place, snapshot: snapshot.name }) };
    } catch (error) {
      this.#end(snapshot.name);
      throw error;
    }
  }

  /** Gives up the exports of a user, or all. */
  close(userId?: string): void {
    for (const [name, database] of this.#running) if (userId === undefined || database.userId === userId) this.#end(name);
  }

  #snapshotOf(userId: string, name: string): { name: string; database: UserDatabase } | null {
    const running = this.#running.get(name);
    if (running?.userId === userId) {
      this.#running.delete(name);
      this.#running.set(name, running);
      return { name, database: running };
    }
    if (name.startsWith(this.#process)) throw new CortexError("export_changed", { detail: "This export was given up for others; begin it anew." });
    return this.#begin(userId);
  }

  #begin(userId: string): { name: string; database: UserDatabase } | null {
    const database = this.#open(userId);
    if (database === null) return null;
    this.#last += 1;
    const name = `${this.#process} ${this.#last}`;
    this.#running.set(name, database);
    database.connection.exec("BEGIN");
    // The transaction stands where its first read stands.
    database.value("SELECT count(*) FROM meta");
    for (const oldest of [...this.#running.keys()].slice(0, -MOST)) this.#end(oldest);
    return { name, database };
  }

  #end(name: string): void {
    this.#running.get(name)?.close();
    this.#running.delete(name);
  }
}
