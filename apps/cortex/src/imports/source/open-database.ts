import { open } from "node:fs/promises";

import Database from "better-sqlite3";

import { Problem } from "../../problem.ts";
import type { SourceFile } from "./source-file.ts";

const MAGIC = Buffer.from("SQLite format 3\0", "latin1");

/** Whether a file is a SQLite database. One inside a zip is not taken for one: it would have to be unpacked. */
export async function isDatabase(file: SourceFile): Promise<boolean> {
  if (file.path === null) return false;
  await using handle = await open(file.path);
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  return buffer.equals(MAGIC);
}

export const tablesOf = (database: Database.Database): string[] =>
  database.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").all().map(({ name }) => name);

/** Opens a database of somebody else: read only, within one transaction, so that its owner may go on writing. Throws a {@link Problem}. */
export function openDatabase(path: string): Database.Database {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    database.exec("BEGIN");
    tablesOf(database);
    return database;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new Problem(`The database cannot be read (${code}).`, { code: "unreadable_file", fix: "Stop the program that writes it, or import a copy of it with its -wal file.", cause: error });
  }
}
