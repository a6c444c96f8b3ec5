import { JOBS } from "@memory-cortex/queue";
import type { JobName, JobResult } from "@memory-cortex/queue";
import type { Job, JobsOptions } from "bullmq";

/** What Redis holds of a job. Processes of the version before and after read it: add fields, never change what one means. */
export interface JobData {
  /** As its contract says; parsed on the way out. */
  payload: unknown;
  /** First enqueue, epoch milliseconds: the longest debounce counts from here. */
  since: number;
  /** What caused it, of the last enqueue that named a cause. */
  cause?: string;
}

export type QueuedJob = Job<JobData, JobResult>;

/** The name, inside BullMQ, of what a scheduler sends: it enqueues the job proper. */
export const TICK = "tick";
/** Before everything else of its name: somebody waits. */
export const AWAITED_PRIORITY = 1;
/** Outcomes stay readable for who waits and missed the event, milliseconds and jobs. */
const KEPT = { age: 300, count: 1_000 };

export interface Wish {
  id: string;
  key: string;
  delayMs: number;
  awaited: boolean;
  /** A delayed job of the key gives way to this one; else it stays and this one is dropped. */
  replaces: boolean;
}

/**
 * Options of a job: one of its key at a time, and what comes while it runs runs once more (BullMQ keeps the last). Its retries wait as
 * the workers say, not as the process that enqueued it.
 */
export function jobOptions(name: JobName, { id, key, delayMs, awaited, replaces }: Wish): JobsOptions {
  return {
    jobId: id,
    delay: delayMs,
    priority: awaited ? AWAITED_PRIORITY : AWAITED_PRIORITY + JOBS[name].priority,
    attempts: JOBS[name].attempts,
    backoff: { type: "contract" },
    deduplication: { id: key, keepLastIfActive: true, replace: replaces },
    removeOnComplete: KEPT,
    removeOnFail: false,
    stackTraceLimit: 0,
  };
}

/** When it may run for the first time, epoch milliseconds. */
export const dueAt = (job: QueuedJob): number => job.timestamp + (job.opts.delay ?? 0);

/** A code of a failed attempt; what BullMQ itself says of a job is a sentence. */
export const failureCode = (reason: string | undefined): string => (reason !== undefined && /^[a-z][a-z0-9_]*$/.test(reason) ? reason : "internal");
