import { setTimeout as wait } from "node:timers/promises";

import { systemClock } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobHandler, JobHandlers, JobName } from "@memory-cortex/queue";
import { startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";

import { createBullmqQueue } from "../src/index.ts";
import type { BullmqQueue, BullmqQueueOptions } from "../src/index.ts";

const LONGEST_WAIT_MS = 20_000;

/** Several processes' queues, as it were, on one Redis: each is a queue object with connections of its own. */
export interface QueuesOnRedis {
  server: RedisServer;
  /** All of one test share a prefix; `prefix` is a new one for each test. */
  open(prefix: string, options?: Partial<BullmqQueueOptions>): BullmqQueue;
  closeAll(): Promise<void>;
  stop(): Promise<void>;
}

export async function queuesOnRedis(): Promise<QueuesOnRedis> {
  const server = await startRedis({ appendOnly: true });
  const opened: BullmqQueue[] = [];
  const closeAll = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((queue) => queue.close({ graceMs: 0 })));
  };
  return {
    server,
    open(prefix, options = {}) {
      const queue = createBullmqQueue({ url: server.url, clock: systemClock, prefix, enqueueTimeoutMs: 5_000, ...options });
      opened.push(queue);
      return queue;
    },
    closeAll,
    async stop() {
      await closeAll();
      await server.stop();
    },
  };
}

/** One handler for every name. */
export const handlersOf = (handler: JobHandler<JobName>): JobHandlers => Object.fromEntries(JOB_NAMES.map((name) => [name, handler])) as unknown as JobHandlers;

/** Waits until it is true, by asking; fails after a time that no healthy run needs. */
export async function until(isTrue: () => boolean | Promise<boolean>, limitMs = LONGEST_WAIT_MS): Promise<void> {
  for (const deadline = performance.now() + limitMs; !(await isTrue()); await wait(10)) {
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${isTrue.toString()}`);
  }
}
