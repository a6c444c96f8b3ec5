import type { EmbedderRegistry } from "@memory-cortex/embedding";
import { llmHealth } from "@memory-cortex/llm";
import type { LlmRegistry } from "@memory-cortex/llm";
import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import type { JobHandler, Queue } from "@memory-cortex/queue";
import type { OpenWindow, Store } from "@memory-cortex/store";

import { DEFAULT_DEBOUNCE } from "../conversations/wake-workers.ts";
import type { DebounceSettings } from "../conversations/wake-workers.ts";
import { needsEmbedding, wantedOf } from "../embed/plan-spaces.ts";

export interface ReconcileServices {
  store: Store;
  queue: Queue;
  clock: Clock;
  embedders: Pick<EmbedderRegistry, "current" | "absent">;
  debounce?: DebounceSettings;
  /** None: nothing is improved. */
  llms?: Pick<LlmRegistry, "llmFor">;
}

/**
 * Finds open work in the store and enqueues its jobs, for one user or all: what a lost, wiped or doubled queue left undone. A window that
 * is still within its debounce waits for the rest of it.
 */
export function createReconcileHandler({ store, queue, clock, embedders, debounce = DEFAULT_DEBOUNCE, llms }: ReconcileServices): JobHandler<"reconcile"> {
  return async ({ user_id }, { signal }) => {
    const users = user_id === undefined ? await store.users({ signal }) : [user_id];
    let failed: string | null = null;
    for (const user of users) {
      if (signal.aborted) throw new CortexError("aborted");
      try {
        await wakeFor(user, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        // One damaged file must not keep the others from their work.
        failed = CortexError.isInstance(error) ? error.code : "internal";
      }
    }
    return failed === null ? { outcome: "success" } : { outcome: "failed", code: failed };
  };

  async function wakeFor(userId: string, signal: AbortSignal): Promise<void> {
    const realm = wholeUser(userId);
    for (const window of await store.openWindows(realm, { signal })) {
      const wait = Math.max(0, closesAt(window, debounce) - clock.now());
      const payload = { user_id: userId, namespace: window.namespace, session_id: window.sessionId };
      await queue.enqueue("capture", payload, wait === 0 ? {} : { debounceMs: wait, maxWaitMs: wait });
    }
    if (canImprove()) {
      const [newest] = await store.improvableWindows(realm, { limit: 1 }, { signal });
      if (newest) await queue.enqueue("improve", { user_id: userId, namespace: newest.namespace, session_id: newest.sessionId });
    }
    if (needsEmbedding(await store.spaces(realm, { signal }), wantedOf(embedders))) await queue.enqueue("embed", { user_id: userId });
  }

  /** While the model rests after failures there is nobody to improve anything; a spent budget is told by the job at no cost. */
  function canImprove(): boolean {
    const llm = llms?.llmFor("capture") ?? null;
    return llm !== null && llmHealth(llm).state !== "down";
  }
}

function closesAt({ firstArrivedAt, lastArrivedAt }: OpenWindow, { waitMs, maxWaitMs }: DebounceSettings): number {
  return Math.min(lastArrivedAt + waitMs, firstArrivedAt + maxWaitMs);
}
