import { JOB_NAMES, parsePayload } from "@memory-cortex/queue";
import type { JobName, JobPayload, QueueDepth } from "@memory-cortex/queue";

import type { DeadLetters } from "./dead-letters.ts";
import { depthOf } from "./depths.ts";
import { failureCode } from "./job-data.ts";
import type { QueuedJob } from "./job-data.ts";
import type { NamedQueue, Producer } from "./producer.ts";

export interface QueueStatus extends QueueDepth {
  paused: boolean;
  /** Processes that work on it. */
  workers: number;
}

/** A job that failed in every attempt. */
export interface DeadLetter {
  name: JobName;
  id: string;
  payload: unknown;
  /** Code of its last failure. */
  code: string;
  attempts: number;
  failedAt: number;
}

/** What the person who runs the service may do with the queue. Names left out: all. Each ends within seconds, or throws `queue_unavailable`. */
export interface QueueAdmin {
  status(): Promise<Record<JobName, QueueStatus>>;
  /** Dead letters, the latest first, up to `limit` of each name (1,000 by default). */
  failed(name?: JobName, limit?: number): Promise<DeadLetter[]>;
  /** Enqueues dead letters anew, from the first attempt; each stays listed until its key succeeds. How many. */
  retry(name?: JobName): Promise<number>;
  /** Removes dead letters. How many. */
  drop(name?: JobName): Promise<number>;
  /** Removes what waits, delayed or not: the store keeps the work, and the next reconcile pass finds it. How many. */
  drain(name?: JobName): Promise<number>;
  /** No process takes jobs of these names until {@link resume}; enqueueing goes on. */
  pause(name?: JobName): Promise<void>;
  resume(name?: JobName): Promise<void>;
}

/** A command line may wait longer than an acknowledgement, milliseconds. */
const LIMIT_MS = 10_000;
const MOST_LISTED = 1_000;
const WAITING = ["wait", "prioritized", "delayed"] as const;

export interface AdminParts {
  producer: Producer;
  deadLetters: DeadLetters;
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>;
}

export function createQueueAdmin({ producer, deadLetters, enqueue }: AdminParts): QueueAdmin {
  const names = (name?: JobName): readonly JobName[] => (name === undefined ? JOB_NAMES : [name]);
  const sum = async (name: JobName | undefined, count: (name: JobName) => Promise<number>): Promise<number> => (await Promise.all(names(name).map(count))).reduce((all, one) => all + one, 0);

  const each = async (name: JobName | undefined, act: (queue: NamedQueue) => Promise<void>): Promise<void> => {
    await Promise.all(names(name).map((one) => producer.on(one, act, LIMIT_MS)));
  };

  const deadOf = (name: JobName, limit: number): Promise<QueuedJob[]> => producer.on(name, async (queue) => (await queue.getFailed(0, limit - 1)) as QueuedJob[], LIMIT_MS);

  async function statusOf(name: JobName): Promise<QueueStatus> {
    return producer.on(name, async (queue) => {
      const [depth, paused, workers] = await Promise.all([depthOf(queue, producer.settings.clock.now()), queue.isPaused(), queue.getWorkersCount()]);
      return { ...depth, paused, workers };
    }, LIMIT_MS);
  }

  async function retryOf(name: JobName): Promise<number> {
    const keys = new Set<string>();
    for (const job of await deadOf(name, MOST_LISTED)) {
      const read = readable(name, job);
      if (read === null || keys.has(read.key)) continue;
      keys.add(read.key);
      await enqueue(name, read.payload);
    }
    return keys.size;
  }

  async function dropOf(name: JobName): Promise<number> {
    let dropped = 0;
    for (let jobs = await deadOf(name, MOST_LISTED); jobs.length > 0; jobs = await deadOf(name, MOST_LISTED)) {
      for (const job of jobs) {
        const read = readable(name, job);
        if (read !== null) await deadLetters.forget(name, read.key);
        // One that stall detection gave up, or that nothing can read, has no key on record.
        await producer.on(name, () => job.remove(), LIMIT_MS);
        dropped += 1;
      }
    }
    return dropped;
  }

  const drainOf = (name: JobName): Promise<number> =>
    producer.on(name, async (queue) => {
      const before = await queue.getJobCountByTypes(...WAITING);
      await queue.drain(true);
      return before - (await queue.getJobCountByTypes(...WAITING));
    }, LIMIT_MS);

  return {
    status: async () => Object.fromEntries(await Promise.all(JOB_NAMES.map(async (name) => [name, await statusOf(name)] as const))) as Record<JobName, QueueStatus>,
    failed: async (name, limit = MOST_LISTED) => (await Promise.all(names(name).map(async (one) => (await deadOf(one, limit)).map((job) => deadLetterOf(one, job))))).flat(),
    retry: (name) => sum(name, retryOf),
    drop: (name) => sum(name, dropOf),
    drain: (name) => sum(name, drainOf),
    pause: (name) => each(name, (queue) => queue.pause()),
    resume: (name) => each(name, (queue) => queue.resume()),
  };
}

function deadLetterOf(name: JobName, job: QueuedJob): DeadLetter {
  return { name, id: job.id ?? "", payload: job.data.payload, code: failureCode(job.failedReason), attempts: job.attemptsMade, failedAt: job.finishedOn ?? job.timestamp };
}

function readable(name: JobName, job: QueuedJob): ReturnType<typeof parsePayload> | null {
  try {
    return parsePayload(name, job.data.payload);
  } catch {
    return null;
  }
}
