import type { JobName, JobPayload } from "@memory-cortex/queue";
import type { Logger, PartState } from "@memory-cortex/telemetry";

import type { RecurringJob } from "./recurring-jobs.ts";

/** The queue outside the process, as far as leading needs it. */
export interface LeasingQueue {
  lease(name: string, request: { holder: string; ttlMs: number }): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
  repeat<Name extends JobName>(name: Name, payload: JobPayload<Name>, options: { everyMs: number }): Promise<void>;
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>;
}

export interface LeadOptions {
  queue: LeasingQueue;
  /** Tells this process from the others. */
  holder: string;
  jobs: readonly RecurringJob[];
  log: Logger;
}

export interface Leading {
  /** Whether this process leads, for `/readyz`. */
  state(): PartState;
  /** Lets another process lead at once. */
  stop(): Promise<void>;
}

const LEASE = "scheduler";
/** A leader that is killed is followed by another within so long. */
const LEASE_MS = 15_000;
/** Often enough to keep the lease, and to heal soon a Redis that has lost what recurs. */
const ROUND_MS = 5_000;

/**
 * One process at a time, the one with the lease, sees to it that the recurring jobs stand in the queue; the queue itself makes each turn one job.
 * So two leaders, as after a long pause of the first, do no harm. Whoever begins to lead has unfinished work looked for at once.
 */
export function lead({ queue, holder, jobs, log }: LeadOptions): Leading {
  let leads = false;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      const had = leads;
      leads = await queue.lease(LEASE, { holder, ttlMs: LEASE_MS });
      if (!leads) return;
      for (const { name, everyMs } of jobs) await queue.repeat(name, {}, { everyMs });
      if (had) return;
      log.info("leads");
      await queue.enqueue("reconcile", {});
    } catch (error) {
      leads = false;
      log.warn({ err: error }, "could not lead; tries again");
    }
  }

  const begin = (): void => {
    if (!isStopped) round = round.then(once);
  };
  begin();
  const timer = setInterval(begin, ROUND_MS);
  return {
    state: () => ({ status: "ok", why: null, details: { leads } }),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
      if (leads) await queue.releaseLease(LEASE, holder).catch(() => undefined); // it expires by itself
      leads = false;
    },
  };
}
