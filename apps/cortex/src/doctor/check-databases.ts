import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

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

/** The integrity of every user's database, one after the other, so that a running service is not slowed down. */
export async function checkDatabases(store: Store, users: readonly string[], progress: Progress): Promise<CheckResult[]> {
  if (users.length === 0) return [passed("databases", "There are none yet.")];
  const broken: CheckResult[] = [];
  for (const [index, userId] of users.entries()) {
    progress.update(index, users.length);
    const [first, ...more] = await problemsOf(store, userId);
    if (first === undefined) continue;
    const message = `The database of user "${userId}" is damaged: ${first}${more.length === 0 ? "" : ` (and ${more.length} more)`}.`;
    broken.push(failed("databases", message, "Stop the service, move that user's file under `realms` away, and put a backup in its place."));
  }
  progress.end();
  if (broken.length === 0) return [passed("databases", `${plural(users.length, "database")} checked, all whole.`)];
  if (broken.length <= MOST_NAMED) return broken;
  const rest = broken.length - MOST_NAMED;
  return [...broken.slice(0, MOST_NAMED), failed("databases", `${rest} more are damaged.`, "Check the disk first.")];
}
