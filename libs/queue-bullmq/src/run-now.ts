import { CortexError } from "@memory-cortex/models";
import type { JobName, JobResult } from "@memory-cortex/queue";

import { addJob } from "./add-job.ts";
import { AWAITED_PRIORITY } from "./job-data.ts";
import type { QueuedJob } from "./job-data.ts";
import type { Outcome, Outcomes, Watch } from "./outcomes.ts";
import type { NamedQueue, Producer } from "./producer.ts";

/** A job that others take away or put off again and again is given up. */
const MOST_TRIES = 20;

export interface AwaitedJob {
  name: JobName;
  key: string;
  payload: unknown;
  cause: string | undefined;
  /** When it is aborted nothing is watched any more, and no outcome comes. */
  signal: AbortSignal | undefined;
  now: () => number;
}

/**
 * Runs a job of the key that starts after this call, and gives how its attempt ended. One that waits is hastened; one that runs may have
 * missed the newest work, so the one after it counts.
 */
export async function runAwaited(producer: Producer, outcomes: Outcomes, { name, key, payload, cause, signal, now }: AwaitedJob): Promise<JobResult> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { id, instead } = await producer.on(name, (queue) => addJob(queue, { name, key, payload, now: now(), options: cause === undefined ? {} : { cause }, awaited: true }));
    const outcome = instead === null ? await outcomeOf(outcomes.watch(name, id, { signal })) : await afterOther(producer, outcomes, { name, id, other: instead, signal });
    if (outcome !== null) return outcome;
  }
  throw new CortexError("queue_unavailable", { detail: "The job was taken away again and again." });
}

interface Other {
  name: JobName;
  /** The id that our job gets should the other one run. */
  id: string;
  other: string;
  signal: AbortSignal | undefined;
}

/** Null: neither ran for us. */
async function afterOther(producer: Producer, outcomes: Outcomes, { name, id, other, signal }: Other): Promise<Outcome> {
  const found = await producer.on(name, (queue) => hasten(queue, other));
  if (found === null) return null;
  const { attempts, isActive } = found;
  const theirs = outcomes.watch(name, other, { from: attempts, signal });
  if (!isActive) return outcomeOf(theirs);
  const ours = outcomes.watch(name, id, { mayCome: true, signal });
  try {
    const first = await Promise.race([ours.ended.then((outcome) => ({ outcome })), theirs.ended.then(() => null)]);
    if (first !== null) return first.outcome;
    const isThere = await producer.on(name, async (queue) => (await queue.getJob(id)) !== undefined);
    return isThere ? await ours.ended : null;
  } finally {
    ours.stop();
    theirs.stop();
  }
}

/** A job that waits runs next. Null: it is gone. */
async function hasten(queue: NamedQueue, id: string): Promise<{ attempts: number; isActive: boolean } | null> {
  const job = (await queue.getJob(id)) as QueuedJob | undefined;
  if (job === undefined || job.finishedOn !== undefined) return null;
  const state = await job.getState();
  if (state === "active") return { attempts: job.attemptsMade, isActive: true };
  // It may start, or end, before either reaches it: then there is nothing to hasten.
  await job.changePriority({ priority: AWAITED_PRIORITY }).catch(() => undefined);
  if (state === "delayed") await job.promote().catch(() => undefined);
  return { attempts: job.attemptsMade, isActive: false };
}

async function outcomeOf(watch: Watch): Promise<Outcome> {
  try {
    return await watch.ended;
  } finally {
    watch.stop();
  }
}
