import { setImmediate } from "node:timers/promises";

import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobHandler, JobHandlers, JobName, Queue } from "@memory-cortex/queue";
import { queueConformance } from "@memory-cortex/queue/conformance";
import type { QueueUnderTest } from "@memory-cortex/queue/conformance";
import { findRedisServer, startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from "vitest";

import { createBullmqQueue } from "./index.ts";

const LONGEST_SETTLE_MS = 10_000;
const APART = "each name has workers of its own, so none waits for another; who waits for a job goes first within its name";

/** Counts handlers that run, so that "active in Redis" can be told from "being written down". */
function counting(queue: Queue): { queue: Queue; state: { isStarted: boolean; running: number } } {
  const state = { isStarted: false, running: 0 };
  const count = (handler: JobHandler<JobName>): JobHandler<JobName> => async (...parameters) => {
    state.running += 1;
    try {
      return await handler(...parameters);
    } finally {
      state.running -= 1;
    }
  };
  const start = async (handlers: Partial<JobHandlers>): Promise<void> => {
    await queue.start(Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, count(handler as JobHandler<JobName>)])));
    state.isStarted = true;
  };
  return { state, queue: new Proxy(queue, { get: (target, name) => (name === "start" ? start : (Reflect.get(target, name) as (...all: unknown[]) => unknown).bind(target)) }) };
}

describe.skipIf(findRedisServer() === null)("on a real Redis", () => {
  let server: RedisServer;
  let client: Redis;
  let queues = 0;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  // Only the date is the test's: BullMQ gives Redis the time at which delayed jobs fall due, so minutes pass at once. All else is real.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  /** Nothing is due, and what is active is in a handler that the test holds. */
  async function isSettled(prefix: string, running: () => number): Promise<boolean> {
    const pipeline = client.pipeline();
    for (const name of JOB_NAMES) {
      const key = (part: string): string => `${prefix}:${name}:${part}`;
      pipeline.llen(key("wait")).zcard(key("prioritized")).zcount(key("delayed"), "-inf", (Date.now() + 1) * 0x1000 - 1).llen(key("active"));
    }
    const counts = (await pipeline.exec())!.map(([, count]) => count as number);
    const active = counts.filter((_, index) => index % 4 === 3).reduce((sum, one) => sum + one, 0);
    const due = counts.reduce((sum, one) => sum + one, 0) - active;
    return due === 0 && active === running();
  }

  /** A worker that sleeps until a delayed job falls due sleeps by the real clock: it is woken as by a new job. */
  const wake = (prefix: string): Promise<unknown> => Promise.all(JOB_NAMES.map((name) => client.zadd(`${prefix}:${name}:marker`, 0, "0")));

  const create = async (): Promise<QueueUnderTest> => {
    const prefix = `conformance-${(queues += 1)}`;
    const { queue, state } = counting(createBullmqQueue({ url: server.url, clock: { now: () => Date.now() }, prefix, random: () => 0.5, enqueueTimeoutMs: 5_000 }));
    return {
      queue,
      async pass(ms) {
        vi.setSystemTime(Date.now() + ms);
        await setImmediate();
        if (!state.isStarted) return;
        await wake(prefix);
        for (const deadline = performance.now() + LONGEST_SETTLE_MS; !(await isSettled(prefix, () => state.running)) && performance.now() < deadline; ) await wake(prefix);
      },
    };
  };

  queueConformance("BullMQ", create, { priorities: APART });
});
