import type { JobName, JobPayload } from "./contract.ts";

/** What a handler says of a job. A failed job is tried again as its contract says, then kept as a dead letter. */
export type JobResult = { outcome: "success" } | { outcome: "skipped"; reason: string } | { outcome: "failed"; code: string };

/** What a handler is told beside the payload. */
export interface JobContext {
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  /** The queue's name of this job, for log lines: the same at each attempt, and it names no user. Every driver gives it. */
  jobId?: string;
  /** What {@link EnqueueOptions.cause} was at the last enqueue of this job that named one. */
  cause?: string;
}

export type JobHandler<Name extends JobName> = (payload: JobPayload<Name>, context: JobContext) => Promise<JobResult>;

export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

export interface EnqueueOptions {
  /** Wait before the first run; a later enqueue of the same key starts the wait anew … */
  debounceMs?: number;
  /** … but never beyond this after the first. */
  maxWaitMs?: number;
  /** What caused it, for logs and traces: handed to the handler as it is, and no part of the payload. At most 1,000 characters. */
  cause?: string;
}

export interface QueueDepth {
  waiting: number;
  delayed: number;
  active: number;
  failed: number;
  /** Age of the oldest job that is due and not yet run, milliseconds. */
  oldestDueMs: number;
}

/**
 * The queue port. It only wakes workers: losing, doubling or reordering its jobs loses nothing, because open work is found again
 * from the store and every handler is idempotent. Jobs of one key never run at the same time; an enqueue during a run runs once more.
 */
export interface Queue {
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>, options?: EnqueueOptions): Promise<void>;
  /** Runs a waiting or delayed job of this key now (enqueues it if there is none) and waits for its outcome. */
  runNow<Name extends JobName>(name: Name, payload: JobPayload<Name>, options?: { signal?: AbortSignal; cause?: string }): Promise<JobResult>;
  /** Throws `handler_missing` unless every name has exactly one handler. Jobs run from here on. */
  start(handlers: Partial<JobHandlers>): Promise<void>;
  depth(): Promise<Record<JobName, QueueDepth>>;
  /** Waits until nothing is active or due (delayed jobs may remain). */
  idle(options?: { signal?: AbortSignal }): Promise<void>;
  /** Stops taking jobs, waits for the active ones up to the limit, then aborts them. */
  close(options?: { graceMs?: number }): Promise<void>;
}
