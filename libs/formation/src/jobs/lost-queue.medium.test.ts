import { systemClock, wholeUser } from "@memory-cortex/models";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import type { BullmqQueue } from "@memory-cortex/queue-bullmq";
import type { Store } from "@memory-cortex/store";
import { findRedisServer, startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { formationBench, openBenchStore } from "../../test/formation-bench.ts";

const USERS = 10;
const SESSIONS = 50;
/** Long past the debounce: a window that is still open then is due. */
const LATER_MS = 600_000;

describe.skipIf(findRedisServer() === null)("a queue that loses everything, on a real Redis", () => {
  let opened: Awaited<ReturnType<typeof openBenchStore>>;
  let server: RedisServer;
  const queues: BullmqQueue[] = [];
  beforeAll(async () => {
    [opened, server] = [await openBenchStore(), await startRedis()];
  });
  afterAll(async () => {
    for (const queue of queues) await queue.close({ graceMs: 5_000 });
    await server.stop();
    await opened.close();
  });
  const open = (): BullmqQueue => {
    const queue = createBullmqQueue({ url: server.url, clock: systemClock, concurrency: 4, enqueueTimeoutMs: 5_000 });
    queues.push(queue);
    return queue;
  };

  it("loses no work: one look at the store, and every window was captured exactly once", { timeout: 180_000 }, async () => {
    const commits = new Map<string, number>();
    let emptied: (() => Promise<unknown>) | null = null;
    const wrap = (store: Store): Store => ({
      ...store,
      commitCapture: async (realm, commit, options) => {
        const done = await store.commitCapture(realm, commit, options);
        const window = JSON.stringify([realm.userId, commit.sessionId]);
        if (done.outcome === "committed") commits.set(window, (commits.get(window) ?? 0) + 1);
        // In the middle, with jobs waiting, delayed and running.
        if (commits.size >= 100) await emptied?.();
        return done;
      },
    });
    const users = Array.from({ length: USERS }, (_, index) => `user-${index}`);
    const openWindows = async (): Promise<number> => {
      const windows = await Promise.all(users.map((user) => opened.store.openWindows(wholeUser(user))));
      return windows.reduce((sum, ofUser) => sum + ofUser.length, 0);
    };
    const producer = open();
    const benches = await Promise.all(users.map((user) => formationBench(opened, { user, wrap, start: false, queue: producer })));
    for (const bench of benches) {
      for (let session = 0; session < SESSIONS; session += 1) {
        await bench.ingest([{ role: "user", name: "Ana", content: `I work as a gardener in town ${session}.` }], { session_id: `s${session}` });
      }
    }
    expect(await openWindows()).toBe(USERS * SESSIONS);
    expect((await producer.depth()).capture.delayed).toBe(USERS * SESSIONS);

    const client = new Redis(server.url);
    const flushed = Promise.withResolvers<undefined>();
    emptied = async () => {
      emptied = null;
      await client.flushall();
      flushed.resolve(undefined);
    };
    for (const worker of [open(), open()]) {
      const { handlers } = await formationBench(opened, { user: "worker", wrap, start: false, queue: worker });
      await worker.start(handlers);
    }
    for (const user_id of users) for (let session = 0; session < SESSIONS; session += 1) await producer.enqueue("capture", { user_id, namespace: "global", session_id: `s${session}` });
    await flushed.promise;
    await vi.waitFor(async () => expect(await producer.depth()).toMatchObject({ capture: { waiting: 0, delayed: 0 } }), { timeout: 30_000, interval: 100 });

    opened.clock.time += LATER_MS;
    await expect(producer.runNow("reconcile", {})).resolves.toEqual({ outcome: "success" });
    for (const deadline = performance.now() + 120_000; (await openWindows()) > 0 && performance.now() < deadline; ) await wait(50);
    await producer.idle();
    client.disconnect();
    expect(await openWindows()).toBe(0);
    expect(commits.size).toBe(USERS * SESSIONS);
    expect([...commits].filter(([, count]) => count !== 1)).toEqual([]);
    const memories = await Promise.all(benches.map(({ store, realm }) => store.listMemories(realm, { includeHistory: true, now: opened.clock.time }, { limit: 500 })));
    for (const { items } of memories) {
      expect(items.length).toBeGreaterThanOrEqual(SESSIONS);
      expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
    }
  });
});
