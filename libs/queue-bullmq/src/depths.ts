import type { QueueDepth } from "@memory-cortex/queue";

import { AWAITED_PRIORITY, dueAt } from "./job-data.ts";
import type { QueuedJob } from "./job-data.ts";
import type { NamedQueue } from "./producer.ts";

const STATES = ["wait", "prioritized", "delayed", "active", "failed"] as const;

/** Counts of one name's jobs. A delayed job whose time has come counts as waiting: only a worker moves it, and there may be none. */
export async function depthOf(queue: NamedQueue, now: number): Promise<QueueDepth> {
  const [counts, late, awaited] = await Promise.all([queue.getJobCounts(...STATES), queue.getDelayedCount(now + 1), queue.getCountsPerPriority([AWAITED_PRIORITY])]);
  const { wait = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
  const waiting = wait + prioritized + late;
  const oldestDueMs = waiting === 0 ? 0 : await oldest(queue, { now, late, prioritized, awaited: Math.min(awaited[String(AWAITED_PRIORITY)] ?? 0, prioritized) });
  return { waiting, delayed: Math.max(0, delayed - late), active, failed, oldestDueMs };
}

interface Lines {
  now: number;
  late: number;
  prioritized: number;
  awaited: number;
}

/** Each line is in the order in which its jobs became due, so the first of each is enough. */
async function oldest(queue: NamedQueue, { now, late, prioritized, awaited }: Lines): Promise<number> {
  const firsts = await Promise.all([
    queue.getWaiting(0, 0),
    prioritized > 0 ? queue.getPrioritized(0, 0) : [],
    awaited > 0 && prioritized > awaited ? queue.getPrioritized(awaited, awaited) : [],
    late > 0 ? queue.getDelayed(0, 0) : [],
  ]);
  const jobs = (firsts as (QueuedJob | undefined)[][]).flat().filter((job) => job !== undefined);
  return Math.max(0, ...jobs.map((job) => now - dueSince(job)));
}

/** Of one that failed before, its last attempt: the wait after it is not known any more, so the age is rather too high, by five minutes at most. */
const dueSince = (job: QueuedJob): number => (job.attemptsMade > 0 && job.processedOn !== undefined ? job.processedOn : dueAt(job));
