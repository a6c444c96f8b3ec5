import { systemClock } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobResult } from "@memory-cortex/queue";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import type { BullmqQueue } from "@memory-cortex/queue-bullmq";
import { findRedisServer, startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cortex, throwawayHome } from "./cortex-process.ts";
import type { Finished } from "./cortex-process.ts";

describe("cortex queue without a Redis", () => {
  it("says in the embedded shape that there is no queue server, and what to use", async () => {
    const { home, remove } = await throwawayHome();
    const { code, stderr } = await cortex(home, ["queue", "status"]);
    expect(code).toBe(2);
    expect(stderr).toContain("cortex stats");
    const asJson = await cortex(home, ["queue", "failed", "--json"]);
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: "no_queue_server" } });
    await remove();
  });

  it("says that it cannot be reached, and shows no password", async () => {
    const { home, remove } = await throwawayHome();
    const { code, stderr } = await cortex(home, ["queue", "status"], { CORTEX_REDIS_URL: "redis://:hunter2@127.0.0.1:1" });
    expect(code).toBe(4);
    expect(stderr).toContain("127.0.0.1:1");
    expect(stderr).not.toContain("hunter2");
    await remove();
  });
});

describe.skipIf(findRedisServer() === null)("cortex queue on a real Redis", () => {
  let server: RedisServer;
  let queue: BullmqQueue;
  let home: Awaited<ReturnType<typeof throwawayHome>>;
  let result: JobResult = { outcome: "failed", code: "store_unavailable" };
  const run = (...parameters: string[]): Promise<Finished> => cortex(home.home, ["queue", ...parameters], { CORTEX_REDIS_URL: server.url });
  const failed = async (): Promise<number> => (await queue.depth()).synthesize.failed;
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (const deadline = performance.now() + 20_000; !(await isTrue()); await wait(20)) expect(performance.now()).toBeLessThan(deadline);
  };
  beforeAll(async () => {
    home = await throwawayHome();
    server = await startRedis();
    queue = createBullmqQueue({ url: server.url, clock: systemClock, enqueueTimeoutMs: 5_000 });
    await queue.start(Object.fromEntries(JOB_NAMES.map((name) => [name, async () => result])));
  });
  afterAll(async () => {
    await queue.close({ graceMs: 0 });
    await server.stop();
    await home.remove();
  });

  it("lists what failed, tries it again, and drops it", async () => {
    const job = { user_id: "ada", namespaces: ["global"], session_id: "s1" };
    await queue.enqueue("synthesize", job);
    await until(async () => (await failed()) === 1);
    const status = await run("status", "--json");
    expect(status.code).toBe(3);
    expect(JSON.parse(status.stdout)).toMatchObject({ synthesize: { failed: 1, paused: false }, capture: { failed: 0 } });
    const listed = await run("failed");
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(/synthesize {2}store_unavailable after 1 attempt .*"session_id":"s1"/);
    expect(JSON.parse((await run("failed", "synthesize", "--json")).stdout)).toMatchObject([{ job: "synthesize", code: "store_unavailable", attempts: 1, payload: job }]);
    expect(JSON.parse((await run("failed", "embed", "--json")).stdout)).toEqual([]);
    result = { outcome: "success" };
    expect((await run("retry")).stdout).toContain("1 failed job enqueued anew");
    await until(async () => (await failed()) === 0);
    result = { outcome: "failed", code: "timeout" };
    await queue.enqueue("synthesize", job);
    await until(async () => (await failed()) === 1);
    expect(JSON.parse((await run("drain", "synthesize", "--failed", "--json")).stdout)).toEqual({ dropped: 1 });
    expect(await failed()).toBe(0);
    const after = await run("status");
    expect(after.code).toBe(0);
    expect(after.stdout).toMatch(/^job +waiting +delayed +active +failed +oldest +workers\ncapture/);
  });

  it("pauses, drops what waits, and resumes", async () => {
    result = { outcome: "success" };
    expect((await run("pause", "embed")).code).toBe(0);
    await queue.enqueue("embed", { user_id: "ada" });
    expect((await run("status", "embed")).stdout).toMatch(/embed +1 .*paused/);
    expect((await run("drain", "embed")).stdout).toContain("1 waiting job dropped");
    await queue.enqueue("embed", { user_id: "ada" });
    expect((await run("resume")).code).toBe(0);
    await until(async () => (await queue.depth()).embed.waiting === 0);
  });

  it("refuses a job that there is not", async () => {
    const { code, stderr } = await run("status", "dance");
    expect(code).toBe(2);
    expect(stderr).toContain("capture");
  });
});
