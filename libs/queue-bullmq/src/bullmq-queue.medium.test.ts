import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { systemClock } from "@memory-cortex/models";
import { JOBS, JOB_NAMES } from "@memory-cortex/queue";
import type { JobPayload, JobResult } from "@memory-cortex/queue";
import { PAYLOAD_FIXTURES } from "@memory-cortex/queue/conformance";
import { findRedisServer } from "@memory-cortex/testing/servers";
import { Queue as BullQueue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { handlersOf, queuesOnRedis, until } from "../test/queues-on-redis.ts";
import type { QueuesOnRedis } from "../test/queues-on-redis.ts";

const DYING_WORKER = fileURLToPath(new URL("../test/dying-worker.ts", import.meta.url));
const DONE: JobResult = { outcome: "success" };
const ADA = { user_id: "ada" };
const session = (session_id: string): JobPayload<"capture"> => ({ user_id: "ada", session_id, namespace: "global" });

describe.skipIf(findRedisServer() === null)("BullMQ on a real Redis", () => {
  let redis: QueuesOnRedis;
  let client: Redis;
  let prefix = "";
  let tests = 0;
  beforeAll(async () => {
    redis = await queuesOnRedis();
    client = new Redis(redis.server.url);
  });
  beforeEach(() => void (prefix = `test-${(tests += 1)}`));
  afterEach(() => redis.closeAll());
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  describe("several processes", () => {
    it("give who waits the outcome of a job that runs elsewhere, failures too", async () => {
      const [api, worker] = [redis.open(prefix), redis.open(prefix)];
      const results: JobResult[] = [{ outcome: "skipped", reason: "no_model" }, { outcome: "failed", code: "timeout" }, DONE];
      await worker.start(handlersOf(async () => results.shift()!));
      await expect(api.runNow("embed", ADA)).resolves.toEqual({ outcome: "skipped", reason: "no_model" });
      await expect(api.runNow("embed", ADA)).resolves.toEqual({ outcome: "failed", code: "timeout" });
      expect((await api.depth()).embed.delayed).toBe(1);
      await expect(api.runNow("embed", ADA)).resolves.toEqual(DONE);
      expect((await api.depth()).embed).toMatchObject({ delayed: 0, failed: 0 });
    });

    it("answer a person soon, though nothing was asked of the queue before", async () => {
      const [api, worker] = [redis.open(prefix), redis.open(prefix)];
      await worker.start(handlersOf(async () => DONE));
      await api.runNow("embed", ADA);
      const started = performance.now();
      for (let call = 0; call < 20; call += 1) await api.runNow("embed", ADA);
      expect((performance.now() - started) / 20).toBeLessThan(500);
    });

    it("never run two jobs of a key at once, and lose none that was enqueued during a run", async () => {
      const running = new Map<string, number>();
      const lastSeen = new Map<string, number>();
      const written = new Map<string, number>();
      let overlaps = 0;
      const beside = redis.open(prefix);
      const work = handlersOf(async (payload) => {
        const key = JSON.stringify(payload);
        running.set(key, (running.get(key) ?? 0) + 1);
        if (running.get(key)! > 1) overlaps += 1;
        lastSeen.set(key, written.get(key) ?? 0);
        // Work that takes as long as Redis does to answer, so that a second run could come in between.
        for (let trip = 0; trip < 5; trip += 1) await beside.ping();
        running.set(key, running.get(key)! - 1);
        return DONE;
      });
      const workers = [redis.open(prefix, { concurrency: 4 }), redis.open(prefix, { concurrency: 4 })];
      for (const worker of workers) await worker.start(work);
      const producers = [redis.open(prefix), redis.open(prefix)];
      await Promise.all(
        Array.from({ length: 300 }, async (_, index) => {
          const payload = session(`s${index % 5}`);
          const key = JSON.stringify(payload);
          // First the store, then the wake, as all callers do.
          written.set(key, (written.get(key) ?? 0) + 1);
          const producer = producers[index % 2]!;
          if (index % 7 === 0) await producer.runNow("capture", payload);
          else await producer.enqueue("capture", payload, index % 3 === 0 ? { debounceMs: 5, maxWaitMs: 20 } : {});
        }),
      );
      await until(async () => Object.values(await producers[0]!.depth()).every(({ waiting, delayed, active }) => waiting + delayed + active === 0));
      expect(overlaps).toBe(0);
      expect(lastSeen).toEqual(written);
    });

    it("take over the job of one that was killed, and what was enqueued meanwhile", { timeout: 60_000 }, async () => {
      const api = redis.open(prefix);
      const dying = spawn(process.execPath, [DYING_WORKER, redis.server.url, prefix, "1000"], { stdio: ["ignore", "pipe", "inherit"] });
      await api.enqueue("embed", ADA);
      await once(dying.stdout, "data");
      const awaited = api.runNow("embed", ADA);
      dying.kill("SIGKILL");
      const attempts: number[] = [];
      await redis.open(prefix, { lockMs: 1_000 }).start(handlersOf(async (_payload, { attempt }) => (attempts.push(attempt), DONE)));
      await expect(awaited).resolves.toEqual(DONE);
      await until(async () => Object.values(await api.depth()).every(({ waiting, active, failed }) => waiting + active + failed === 0));
      expect(attempts).toEqual([1, 1]);
    });

    it("take over the job of one whose lock is lost, and tell that one to stop", async () => {
      const dying = redis.open(prefix, { lockMs: 400 });
      let [taken, told]: [number, unknown] = [0, null];
      await dying.start(handlersOf(async (_payload, { signal }) => {
        taken += 1;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        told = signal.reason;
        return { outcome: "failed", code: "aborted" };
      }));
      await dying.enqueue("embed", ADA);
      await until(() => taken === 1);
      const [heir, api] = [redis.open(prefix, { lockMs: 400 }), redis.open(prefix)];
      const ran: number[] = [];
      await heir.start(handlersOf(async (_payload, { attempt }) => {
        ran.push(attempt);
        return DONE;
      }));
      const awaited = api.runNow("embed", ADA);
      // Its lock is another's from now on: it cannot renew it, is told to stop, and what it says then counts for nothing.
      for (const key of await client.keys(`${prefix}:embed:*:lock`)) await client.set(key, "somebody else", "PX", 300);
      await expect(awaited).resolves.toEqual(DONE);
      expect(ran[0]).toBe(1);
      await until(() => told === "taken over");
    });

    it("work on the names that each is for", async () => {
      const [api, captures, others] = [redis.open(prefix), redis.open(prefix, { only: ["capture"] }), redis.open(prefix, { only: JOB_NAMES.filter((name) => name !== "capture") })];
      const all = handlersOf(async () => DONE);
      const { capture, ...rest } = all;
      await expect(captures.start(all)).rejects.toMatchObject({ code: "handler_missing" });
      await expect(captures.start({})).rejects.toMatchObject({ code: "handler_missing" });
      const done: string[] = [];
      await captures.start({ capture: async (...call) => (done.push("capture"), capture(...call)) });
      await api.runNow("capture", session("s"));
      await api.enqueue("embed", ADA);
      expect((await api.depth()).embed).toMatchObject({ waiting: 1, active: 0 });
      await others.start(rest);
      await until(async () => (await api.depth()).embed.waiting === 0);
      expect(done).toEqual(["capture"]);
    });
  });

  describe("time", () => {
    it("puts a job off by real milliseconds, and tells how long one has been due", async () => {
      const queue = redis.open(prefix);
      const ran: number[] = [];
      const start = systemClock.now();
      await queue.enqueue("capture", session("late"), { debounceMs: 400 });
      await until(async () => (await queue.depth()).capture.waiting === 1);
      await until(async () => (await queue.depth()).capture.oldestDueMs >= 50);
      await queue.start(handlersOf(async () => {
        ran.push(systemClock.now());
        return DONE;
      }));
      await until(() => ran.length === 1);
      await queue.enqueue("capture", session("soon"), { debounceMs: 300 });
      const asked = systemClock.now();
      await until(() => ran.length === 2);
      expect(ran[0]! - start).toBeGreaterThanOrEqual(400);
      expect(ran[1]! - asked).toBeGreaterThanOrEqual(290);
    });

    it("starts no more of a name than its rate allows", async () => {
      const limited = { rateLimits: { improve: { max: 2, perMs: 700 } } };
      const [one, other] = [redis.open(prefix, { ...limited, concurrency: 5 }), redis.open(prefix, { ...limited, concurrency: 5 })];
      const ran: number[] = [];
      const note = handlersOf(async () => {
        ran.push(performance.now());
        return DONE;
      });
      await one.start(note);
      await other.start(note);
      for (const id of ["a", "b", "c", "d", "e"]) await one.enqueue("improve", session(id));
      await until(() => ran.length === 5);
      expect(ran[2]! - ran[0]!).toBeGreaterThan(600);
      expect(ran[4]! - ran[2]!).toBeGreaterThan(600);
    });

    it("repeats a job once a turn, however many ask for it, also after Redis lost it all", async () => {
      const schedulers = [redis.open(prefix), redis.open(prefix)];
      const ran: number[] = [];
      await redis.open(prefix).start(handlersOf(async () => {
        ran.push(performance.now());
        return DONE;
      }));
      const repeat = (): Promise<unknown> => Promise.all(schedulers.map((queue) => queue.repeat("reconcile", {}, { everyMs: 250 })));
      await repeat();
      await until(async () => {
        await repeat();
        return ran.length >= 5;
      });
      const turns = (ran.at(-1)! - ran[0]!) / 250;
      expect(ran.length - 1).toBeLessThanOrEqual(Math.ceil(turns) + 1);
      await client.flushall();
      const before = ran.length;
      await repeat();
      await until(() => ran.length > before + 1);
    });

    it("lends something to one holder at a time, until its time is up", async () => {
      const [one, other] = [redis.open(prefix), redis.open(prefix)];
      const take = (queue: typeof one, holder: string, ttlMs = 60_000): Promise<boolean> => queue.lease("leader", { holder, ttlMs });
      expect([await take(one, "one"), await take(other, "other"), await take(one, "one")]).toEqual([true, false, true]);
      await other.releaseLease("leader", "other");
      expect(await take(other, "other")).toBe(false);
      await one.releaseLease("leader", "one");
      expect(await take(other, "other", 100)).toBe(true);
      await until(() => take(one, "one"));
    });
  });

  describe("what Redis holds", () => {
    it.each(PAYLOAD_FIXTURES)("of a $name job written in $since is still read", async ({ name, written, read }) => {
      const bull = new BullQueue(name, { connection: client, prefix });
      await bull.add(name, { payload: written, since: 1 }, { attempts: 3 });
      const got: unknown[] = [];
      await redis.open(prefix).start(handlersOf(async (payload) => (got.push(payload), DONE)));
      await until(() => got.length === 1);
      expect(got).toEqual([read]);
    });

    it("is a dead letter at once when nothing can read it", async () => {
      const bull = new BullQueue("embed", { connection: client, prefix });
      await bull.add("embed", { payload: { user_id: 7 }, since: 1 }, { attempts: 5 });
      const queue = redis.open(prefix);
      await queue.start(handlersOf(async () => DONE));
      await until(async () => (await queue.depth()).embed.failed === 1);
      expect(await queue.admin.failed()).toMatchObject([{ name: "embed", code: "payload_invalid", attempts: 1 }]);
      expect(await queue.admin.retry()).toBe(0);
      expect(await queue.admin.drop()).toBe(1);
    });

    it("says nothing but ids, and goes when the job is done", async () => {
      const queue = redis.open(prefix);
      await queue.enqueue("embed", ADA, { cause: "request 7" });
      const keys = await client.keys(`${prefix}:embed:*-*-*`);
      expect(JSON.parse((await client.hget(keys[0]!, "data"))!)).toEqual({ payload: ADA, since: expect.any(Number), cause: "request 7" });
      expect(await client.exists(`${prefix}:embed:de:ada`)).toBe(1);
      await queue.start(handlersOf(async () => DONE));
      await until(async () => (await client.exists(`${prefix}:embed:de:ada`)) === 0);
    });
  });

  describe("the person who runs it", () => {
    it("lists dead letters, tries them again, and drops them", async () => {
      const queue = redis.open(prefix, { random: () => 0 });
      let broken = true;
      await queue.start(handlersOf(async () => (broken ? { outcome: "failed", code: "store_unavailable" } : DONE)));
      for (const user_id of ["ada", "bob"]) await queue.enqueue("synthesize", { user_id, namespaces: ["global"], session_id: null });
      await until(async () => (await queue.depth()).synthesize.failed === 2);
      const failed = await queue.admin.failed("synthesize");
      expect(failed).toHaveLength(2);
      expect(failed[0]).toMatchObject({ code: "store_unavailable", attempts: JOBS.synthesize.attempts, payload: { namespaces: ["global"] } });
      expect(await queue.admin.failed("embed")).toEqual([]);
      broken = false;
      await client.del(`${prefix}:synthesize:de:nothing`);
      expect(await queue.admin.retry("synthesize")).toBe(2);
      await until(async () => (await queue.depth()).synthesize.failed === 0);
      broken = true;
      await queue.enqueue("synthesize", { user_id: "cleo", namespaces: ["global"], session_id: null });
      await until(async () => (await queue.depth()).synthesize.failed === 1);
      expect(await queue.admin.drop()).toBe(1);
      expect(await queue.admin.failed()).toEqual([]);
    });

    it("pauses, resumes and empties it", async () => {
      const queue = redis.open(prefix);
      let ran = 0;
      await queue.start(handlersOf(async () => ((ran += 1), DONE)));
      await queue.admin.pause("embed");
      await queue.enqueue("embed", ADA);
      await queue.enqueue("embed", { user_id: "bob" }, { debounceMs: 60_000 });
      await queue.runNow("capture", session("s"));
      expect(await queue.admin.status()).toMatchObject({ embed: { paused: true, waiting: 1, delayed: 1, workers: 1 }, capture: { paused: false, workers: 1 } });
      expect(await queue.admin.drain("embed")).toBe(2);
      await queue.enqueue("embed", ADA);
      expect(ran).toBe(1);
      await queue.admin.resume("embed");
      await until(() => ran === 2);
      expect((await queue.admin.status()).embed).toMatchObject({ paused: false, waiting: 0, delayed: 0 });
    });
  });

  it("hands back what outlasts the grace, and the attempt does not count", async () => {
    const [leaving, staying] = [redis.open(prefix), redis.open(prefix)];
    let taken = 0;
    await leaving.start(handlersOf(async (_payload, { signal }) => {
      taken += 1;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw signal.reason;
    }));
    const outcome = staying.runNow("embed", ADA);
    await until(() => taken === 1);
    await leaving.close({ graceMs: 50 });
    expect((await staying.depth()).embed).toMatchObject({ waiting: 1, active: 0, delayed: 0 });
    const attempts: number[] = [];
    await staying.start(handlersOf(async (_payload, { attempt }) => (attempts.push(attempt), DONE)));
    await expect(outcome).resolves.toEqual(DONE);
    expect(attempts).toEqual([1]);
  });
});
