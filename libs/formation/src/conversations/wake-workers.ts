import type { Queue } from "@memory-cortex/queue";

import type { FormationLog } from "../formation-log.ts";

export interface DebounceSettings {
  /** Capture starts when a session has been silent for this long … */
  waitMs: number;
  /** … and at the latest this long after the first new turn. */
  maxWaitMs: number;
}

export const DEFAULT_DEBOUNCE: DebounceSettings = { waitMs: 30_000, maxWaitMs: 300_000 };

/** Vectors are wanted soon, but in batches: a run for each window's few memories costs more than the rest of the work. */
export const EMBED_DEBOUNCE = { debounceMs: 100, maxWaitMs: 2_000 };

export interface Wake {
  userId: string;
  namespace: string;
  sessionId: string;
  /** Null: at once. */
  debounce: DebounceSettings | null;
}

/** Step 5 of the path. A queue that fails loses nothing: the work stands in the store, and a reconcile pass finds it. */
export async function wakeWorkers({ queue, log }: { queue: Queue; log: FormationLog }, { userId, namespace, sessionId, debounce }: Wake): Promise<void> {
  const capture = { user_id: userId, namespace, session_id: sessionId };
  const wait = debounce === null ? {} : { debounceMs: debounce.waitMs, maxWaitMs: debounce.maxWaitMs };
  const woken = await Promise.allSettled([queue.enqueue("capture", capture, wait), queue.enqueue("embed", { user_id: userId }, EMBED_DEBOUNCE)]);
  for (const result of woken) {
    if (result.status === "rejected") log.warn({ err: result.reason as unknown }, "could not wake a worker; reconcile will");
  }
}
