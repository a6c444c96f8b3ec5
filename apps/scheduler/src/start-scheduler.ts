import type { Queue } from "@memory-cortex/queue";
import type { Logger } from "@memory-cortex/telemetry";

export interface SchedulerOptions {
  queue: Pick<Queue, "enqueue">;
  /** How often unfinished work is looked for, milliseconds. */
  reconcileMs: number;
  log: Logger;
  /** What goes before the first look, as reading into memory what recalls need; at most {@link LONGEST_WAIT_MS}. At once by default. */
  after?: Promise<unknown>;
}

/** Work that a killed process left behind has waited already; a start that reads for longer must not keep it for ever. */
const LONGEST_WAIT_MS = 10_000;

export interface Scheduler {
  stop(): void;
}

/**
 * Wakes the jobs that nobody else wakes: unfinished work is looked for at start (what a killed process left behind) and then again
 * and again (what a lost job left behind). A wake that fails is logged and comes again at the next round.
 */
export function startScheduler({ queue, reconcileMs, log, after }: SchedulerOptions): Scheduler {
  let isStopped = false;
  let looked = false;
  const reconcile = (): void => void queue.enqueue("reconcile", {}).catch((error: unknown) => log.error({ err: error, job: "reconcile" }, "not enqueued"));
  const first = (): void => {
    clearTimeout(longest);
    if (!isStopped && !looked) reconcile();
    looked = true;
  };
  const longest = setTimeout(first, LONGEST_WAIT_MS);
  if (after === undefined) first();
  else after.then(first, first);
  const timer = setInterval(reconcile, reconcileMs);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(longest);
      clearInterval(timer);
    },
  };
}
