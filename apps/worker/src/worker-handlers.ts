import { createCaptureHandler, createEmbedHandler, createReconcileHandler } from "@memory-cortex/formation";
import type { JobServices } from "@memory-cortex/formation";
import type { JobHandlers } from "@memory-cortex/queue";

import { observeHandler } from "./observe-handler.ts";
import type { JobObserver } from "./observe-handler.ts";

/** What the jobs need, and where their figures go. */
export type WorkerServices = JobServices & JobObserver;

/** One handler for every job of the contract; the queue refuses to start with less. */
export function workerHandlers(services: WorkerServices): JobHandlers {
  return {
    capture: observeHandler("capture", createCaptureHandler(services), services),
    embed: observeHandler("embed", createEmbedHandler(services), services),
    reconcile: observeHandler("reconcile", createReconcileHandler(services), services),
  };
}
