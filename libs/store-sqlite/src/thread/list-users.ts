import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

const FILE_NAME = /^[0-9a-f]{32}\.db$/;
/** Names of files do not tell the user, and a file never changes its user: each is opened once. */
const known = new Map<string, string>();

/** Null for a file that is not whole yet or cannot be read: it must not hide the other users. */
export function readOwner(path: string): string | null {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(path, { fileMustExist: true });
    connection.pragma("query_only = ON");
    return (connection.prepare("SELECT value FROM meta WHERE key = 'user_id'").pluck().get() as string | undefined) ?? null;
  } catch {
    return null;
  } finally {
    connection?.close();
  }
}

function fileNames(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => FILE_NAME.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function userOf(path: string): string[] {
  const userId = known.get(path) ?? readOwner(path);
  if (userId === null) return [];
  known.set(path, userId);
  return [userId];
}

export function listUsers(directory: string): string[] {
  return fileNames(directory).flatMap((name) => userOf(join(directory, name)));
}

/** What was written lately may be in the log beside the file only. */
function writtenAt(path: string): number {
  return Math.max(...[path, `${path}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** Users whose files have at least `least` bytes, the one written last first: each that fits into `most` bytes with those before it, the largest of them aside. */
export function recentUsers(directory: string, { least, most }: { least: number; most: number }): string[] {
  const files = fileNames(directory)
    .map((name) => join(directory, name))
    .map((path) => ({ path, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0, at: writtenAt(path) }))
    .filter(({ bytes }) => bytes >= least)
    .sort((a, b) => b.at - a.at);
  let [sum, largest] = [0, 0];
  const fitting = files.filter(({ bytes }) => {
    const without = sum + bytes - Math.max(largest, bytes);
    if (without > most) return false;
    [sum, largest] = [sum + bytes, Math.max(largest, bytes)];
    return true;
  });
  return fitting.flatMap(({ path }) => userOf(path));
}
