import { wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";

/** The users that were named, else all, in a fixed order. Throws when one of them is not there. */
export function chooseUsers(known: readonly string[], named: readonly string[] | undefined): string[] {
  if (named === undefined || named.length === 0 || named.includes("all")) return known.toSorted();
  const missing = named.find((id) => !known.includes(id));
  if (missing !== undefined) throw new Problem(`Nothing is known of user "${missing}"`, { code: "unknown_user", fix: "Check --user; without it all users are meant.", exitCode: EXIT.usage });
  return [...new Set(named)].sort();
}

/** About how many records the users come to, for a progress bar: names and mentions are not counted. */
export async function estimateRecords(store: Store, users: readonly string[]): Promise<number> {
  let sum = 0;
  for (const userId of users) {
    const [{ turns, memories, entities, relations }, spaces] = [await store.stats(wholeUser(userId)), await store.spaces(wholeUser(userId))];
    sum += turns + memories + entities + relations + spaces.reduce((all, { embedded }) => all + embedded, 0);
  }
  return sum;
}
