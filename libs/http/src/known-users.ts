import { CortexError } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";

import type { IdempotencyStore } from "./idempotency.ts";

const KEPT_MS = 1_000;
const MOST = 1_000;

/**
 * Whether a user is there. A yes holds for a second, so that callers who come again and again do not wait in line for it behind searches;
 * a user erased meanwhile is found empty instead of unknown. A no is asked anew each time. Throws `store_unavailable` when the store takes longer
 * than the limit: nobody should wait for a database that is away for longer than for an answer.
 */
export function knownUsers(store: Pick<IdempotencyStore, "userExists">, { clock, limitMs }: { clock: Clock; limitMs?: number | undefined }): (realm: Realm) => Promise<boolean> {
  const seen = new Map<string, number>();
  return async (realm) => {
    const { userId } = realm;
    const age = clock.now() - (seen.get(userId) ?? -Infinity);
    // A clock that was set back makes an age below nothing.
    if (age >= 0 && age < KEPT_MS) return true;
    seen.delete(userId);
    if (!(await withinLimit(store, realm, limitMs))) return false;
    if (seen.size >= MOST) seen.delete(seen.keys().next().value!);
    seen.set(userId, clock.now());
    return true;
  };
}

async function withinLimit(store: Pick<IdempotencyStore, "userExists">, realm: Realm, limitMs: number | undefined): Promise<boolean> {
  if (limitMs === undefined) return store.userExists(realm);
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await store.userExists(realm, { signal });
  } catch (error) {
    if (signal.aborted) throw new CortexError("store_unavailable", { detail: "The store does not answer in time.", cause: error });
    throw error;
  }
}
