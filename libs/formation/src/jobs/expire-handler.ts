import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import type { JobHandler } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

export interface ExpireServices {
  store: Pick<Store, "users" | "retireExpired">;
  clock: Clock;
}

/** Memories retired in one transaction: others of the user wait for it no longer than for a capture. */
const BATCH = 100;

/** Retires memories whose time is over, of one user or all. They are not recalled from the moment that they expire; this is upkeep. */
export function createExpireHandler({ store, clock }: ExpireServices): JobHandler<"expire"> {
  return async ({ user_id }, { signal }) => {
    const users = user_id === undefined ? await store.users({ signal }) : [user_id];
    let failed: string | null = null;
    for (const user of users) {
      try {
        await expireOf(user, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        // One damaged file must not keep the others from it.
        failed = CortexError.isInstance(error) ? error.code : "internal";
      }
    }
    return failed === null ? { outcome: "success" } : { outcome: "failed", code: failed };
  };

  async function expireOf(userId: string, signal: AbortSignal): Promise<void> {
    let retired: number;
    do {
      if (signal.aborted) throw new CortexError("aborted");
      retired = await store.retireExpired(wholeUser(userId), { at: clock.now(), limit: BATCH }, { signal });
    } while (retired === BATCH);
  }
}
