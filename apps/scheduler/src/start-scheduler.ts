import type { Queue } from "@memory-cortex/queue";
import type { Logger } from "@memory-cortex/telemetry";

import type { RecurringJob } from "./recurring-jobs.ts";

export interface SchedulerOptions {
  queue: Pick<Queue, "enqueue">;
  jobs: readonly RecurringJob[];
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
 * Wakes the jobs that nobody else wakes, where the queue lives in this process: at start (what a killed process left behind) and then again
 * and again (what a lost job left behind). A wake that fails is logged and comes again at the next round.
 */
export function startScheduler({ queue, jobs, log, after }: SchedulerOptions): Scheduler {
  let isStopped = false;
  let looked = false;
  const wake = ({ name }: RecurringJob): void => void queue.enqueue(name, {}).catch((error: unknown) => log.error({ err: error, job: name }, "not enqueued"));
  const first = (): void => {
    clearTimeout(longest);
    if (!isStopped && !looked) jobs.forEach(wake);
    looked = true;
  };
  const longest = setTimeout(first, LONGEST_WAIT_MS);
  if (after === undefined) first();
  else after.then(first, first);
  const timers = jobs.map((job) => setInterval(() => wake(job), job.everyMs));
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(longest);
      timers.forEach(clearInterval);
    },
  };
}
