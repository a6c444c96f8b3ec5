import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { realmFileName } from "@memory-cortex/store-sqlite";

import { plural } from "../terminal/format.ts";
import type { Progress } from "../terminal/progress.ts";
import { failed, passed } from "./check.ts";
import type { CheckResult } from "./check.ts";

/** Named in full up to here; a broken disk can break every file. */
const MOST_NAMED = 5;

async function problemsOf(store: Store, userId: string): Promise<string[]> {
  try {
    return (await store.checkIntegrity(wholeUser(userId))).problems;
  } catch (error) {
    if (CortexError.isInstance(error)) return [error.detail];
    throw error;
  }
}

/** Files that are so damaged that they do not even say whose they are. */
async function unreadableFiles(folder: string, users: readonly string[]): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const known = new Set(users.map(realmFileName));
  return names.filter((name) => name.endsWith(".db") && !known.has(name));
}

const fixOf = (path: string): string => `Stop the service, move ${path} away (with its -wal and -shm), and restore the user from a backup: cortex restore FILE --user ID.`;

/** The integrity of every user's database, one after the other, so that a running service is not slowed down. */
export async function checkDatabases(store: Store, home: string, progress: Progress): Promise<CheckResult[]> {
  const users = await store.users();
  const folder = join(home, "realms");
  const unreadable = await unreadableFiles(folder, users);
  const broken = unreadable.map((name) => failed("databases", `A database file cannot be read: ${name}.`, fixOf(join(folder, name))));
  for (const [index, userId] of users.entries()) {
    progress.update(index, users.length);
    const [first, ...more] = await problemsOf(store, userId);
    if (first === undefined) continue;
    const message = `The database of user "${userId}" is not whole: ${first}${more.length === 0 ? "" : ` (and ${more.length} more)`}.`;
    broken.push(failed("databases", message, fixOf(join(folder, realmFileName(userId)))));
  }
  progress.end();
  broken.push(...(await store.unfinishedImports()).map((userId) => failed("databases", `User "${userId}" has not been restored to its end, and is not there until then.`, "Run the same `cortex restore` or `cortex migrate` again; it goes on where it was cut off.")));
  if (broken.length === 0) return [passed("databases", users.length === 0 ? "There are none yet." : `${plural(users.length, "database")} checked, all whole.`)];
  if (broken.length <= MOST_NAMED) return broken;
  return [...broken.slice(0, MOST_NAMED), failed("databases", `${broken.length - MOST_NAMED} more are damaged.`, "Check the disk first.")];
}
