import { JOBS } from "@memory-cortex/queue";
import type { EnqueueOptions, JobName, JobResult } from "@memory-cortex/queue";

export interface Waiter {
  resolve(result: JobResult): void;
  reject(error: unknown): void;
}

/** A job that is to run: at once, after its debounce, or after the wait before its next attempt. */
export interface WaitingJob {
  name: JobName;
  key: string;
  /** As JSON, so that a payload is parsed on the way out as it would be from a queue outside the process. */
  payload: string;
  dueAt: number;
  /** First enqueue: the longest debounce counts from here. */
  since: number;
  /** Failed attempts so far. */
  failures: number;
  /** Somebody waits for its outcome: it goes before all others. */
  waiters: Waiter[];
  /** Of the last enqueue that named one. */
  cause?: string | undefined;
}

export interface Enqueued {
  name: JobName;
  key: string;
  payload: string;
  now: number;
  options: EnqueueOptions;
}

/** A new job, or the known one with its wait started anew. A job that is due, or waits for its next attempt, is not put off. */
export function mergeJob(known: WaitingJob | undefined, { name, key, payload, now, options }: Enqueued): WaitingJob {
  const since = known?.since ?? now;
  const dueAt = options.debounceMs === undefined ? now : Math.min(now + options.debounceMs, since + (options.maxWaitMs ?? Infinity));
  if (!known) return { name, key, payload, dueAt, since, failures: 0, waiters: [], cause: options.cause };
  known.payload = payload;
  known.cause = options.cause ?? known.cause;
  const isSettled = known.dueAt <= now || known.failures > 0;
  if (!isSettled) known.dueAt = dueAt;
  return known;
}

/** Which of two due jobs runs first: one that somebody waits for, then by priority, then the one due longest. */
export function compareJobs(a: WaitingJob, b: WaitingJob): number {
  const awaited = Number(b.waiters.length > 0) - Number(a.waiters.length > 0);
  return awaited || JOBS[a.name].priority - JOBS[b.name].priority || a.dueAt - b.dueAt;
}
