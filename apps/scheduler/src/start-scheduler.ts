import type { Queue } from "@memory-cortex/queue";
import type { Logger } from "@memory-cortex/telemetry";

export interface SchedulerOptions {
  queue: Pick<Queue, "enqueue">;
  /** How often unfinished work is looked for, milliseconds. */
  reconcileMs: number;
  log: Logger;
}

export interface Scheduler {
  stop(): void;
}

/**
 * Wakes the jobs that nobody else wakes: unfinished work is looked for at start (what a killed process left behind) and then again
 * and again (what a lost job left behind). A wake that fails is logged and comes again at the next round.
 */
export function startScheduler({ queue, reconcileMs, log }: SchedulerOptions): Scheduler {
  const reconcile = (): void => void queue.enqueue("reconcile", {}).catch((error: unknown) => log.error({ err: error, job: "reconcile" }, "not enqueued"));
  reconcile();
  const timer = setInterval(reconcile, reconcileMs);
  return { stop: () => clearInterval(timer) };
}
