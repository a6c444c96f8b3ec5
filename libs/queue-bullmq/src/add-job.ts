import { randomUUID } from "node:crypto";

import type { EnqueueOptions, JobName } from "@memory-cortex/queue";

import { dueAt, jobOptions } from "./job-data.ts";
import type { JobData, QueuedJob } from "./job-data.ts";
import type { NamedQueue } from "./producer.ts";

export interface NewJob {
  name: JobName;
  key: string;
  payload: unknown;
  now: number;
  options: EnqueueOptions;
  awaited: boolean;
}

export interface Added {
  /** The id this job has, or will have when the running one is over. */
  id: string;
  /** Another job of the key that was there and stays; null when this one was taken. */
  instead: string | null;
}

/**
 * Adds a job, or starts the wait of the one of its key anew. One that is due, or waits for its next attempt, is not put off. What is known of
 * it is read first: should it start running in between, the new one runs after it, which costs a run and loses nothing.
 */
export async function addJob(queue: NamedQueue, { name, key, payload, now, options, awaited }: NewJob): Promise<Added> {
  const known = await jobOfKey(queue, key);
  const since = known !== null && isPutOff(known, now) ? known.data.since : now;
  const wait = options.debounceMs === undefined ? 0 : Math.min(options.debounceMs, since + (options.maxWaitMs ?? Infinity) - now);
  const id = randomUUID();
  const wish = { id, key, delayMs: Math.max(0, wait), awaited, replaces: known === null || isPutOff(known, now) };
  const cause = options.cause ?? (wish.replaces ? known?.data.cause : undefined);
  const data: JobData = { payload, since, ...(cause === undefined ? {} : { cause }) };
  const added = await queue.add(name, data, jobOptions(name, wish));
  if (added.id === undefined || added.id === id) return { id, instead: null };
  // The one that stays runs for this one too; one that ends meanwhile needs no cause any more.
  if (options.cause !== undefined && known?.id === added.id) await known.updateData({ ...known.data, cause: options.cause }).catch(() => undefined);
  return { id, instead: added.id };
}

async function jobOfKey(queue: NamedQueue, key: string): Promise<QueuedJob | null> {
  const id = await queue.getDeduplicationJobId(key);
  if (id === null) return null;
  const job = await queue.getJob(id);
  return (job as QueuedJob | undefined) ?? null;
}

/** Only its debounce keeps it from running. */
const isPutOff = (job: QueuedJob, now: number): boolean => job.attemptsMade === 0 && dueAt(job) > now;
