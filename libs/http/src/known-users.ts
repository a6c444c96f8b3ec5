import type { Clock, Realm } from "@memory-cortex/models";

import type { IdempotencyStore } from "./idempotency.ts";

const KEPT_MS = 1_000;
const MOST = 1_000;

/**
 * Whether a user is there. A yes holds for a second, so that callers who come again and again do not wait in line for it behind searches;
 * a user erased meanwhile is found empty instead of unknown. A no is asked anew each time.
 */
export function knownUsers(store: Pick<IdempotencyStore, "userExists">, clock: Clock): (realm: Realm) => Promise<boolean> {
  const seen = new Map<string, number>();
  return async (realm) => {
    const { userId } = realm;
    const age = clock.now() - (seen.get(userId) ?? -Infinity);
    // A clock that was set back makes an age below nothing.
    if (age >= 0 && age < KEPT_MS) return true;
    seen.delete(userId);
    if (!(await store.userExists(realm))) return false;
    if (seen.size >= MOST) seen.delete(seen.keys().next().value!);
    seen.set(userId, clock.now());
    return true;
  };
}
