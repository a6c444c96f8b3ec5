import type { EmbedderRegistry } from "@memory-cortex/embedding";
import { createCaptureHandler, createEmbedHandler, createExpireHandler, createImproveHandler, createReconcileHandler } from "@memory-cortex/formation";
import type { CaptureServices, DebounceSettings } from "@memory-cortex/formation";
import type { Clock, IdSource } from "@memory-cortex/models";
import type { JobHandler, JobHandlers, Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

import { observeHandler } from "./observe-handler.ts";
import type { JobObserver } from "./observe-handler.ts";

/** What the jobs need, and where their figures go. */
export interface WorkerServices extends JobObserver {
  store: Store;
  queue: Queue;
  embedders: EmbedderRegistry;
  clock: Clock;
  ids: IdSource;
  debounce: DebounceSettings;
  /** Narratives are kept where recalls are answered, which is also where they are made. */
  synthesize: JobHandler<"synthesize">;
  /** By rules, in this thread, unless something else captures. */
  capture?: NonNullable<CaptureServices["capture"]>;
  /** Who captures, judges and improves; none: rules. */
  llms?: NonNullable<CaptureServices["llms"]>;
}

/** One handler for every job of the contract; the queue refuses to start with less. */
export function workerHandlers(services: WorkerServices): JobHandlers {
  return {
    capture: observeHandler("capture", createCaptureHandler(services), services),
    embed: observeHandler("embed", createEmbedHandler(services), services),
    synthesize: observeHandler("synthesize", services.synthesize, services),
    improve: observeHandler("improve", createImproveHandler(services), services),
    expire: observeHandler("expire", createExpireHandler(services), services),
    reconcile: observeHandler("reconcile", createReconcileHandler(services), services),
  };
}
