import { systemClock } from "@memory-cortex/models";
import { findRedisServer, startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { handlersOf, until } from "../test/queues-on-redis.ts";
import { createBullmqQueue } from "./index.ts";
import type { BullmqQueue } from "./index.ts";

const ADA = { user_id: "ada" };
/** An acknowledgement waits for nothing longer than this; the rest is room for a busy machine. */
const LIMIT_MS = 500;
const ROOM_MS = 1_000;

/** How the call ended, and after which time. */
async function timed(call: Promise<unknown>): Promise<{ code: unknown; ms: number }> {
  const started = performance.now();
  const code = await call.then(
    () => null,
    (error: unknown) => (error as { code?: unknown }).code,
  );
  return { code, ms: performance.now() - started };
}

describe.skipIf(findRedisServer() === null)("an outage, on a real Redis", () => {
  let server: RedisServer;
  let queue: BullmqQueue;
  let told: string[];
  let ran: unknown[];
  const work = handlersOf(async (payload) => {
    ran.push(payload);
    return { outcome: "success" };
  });
  const open = (): BullmqQueue => createBullmqQueue({ url: server.url, clock: systemClock, enqueueTimeoutMs: LIMIT_MS, lockMs: 1_000, onError: (_error, where) => void told.push(where) });
  const accepts = (): Promise<boolean> => queue.enqueue("embed", ADA).then(() => true, () => false);

  beforeEach(async () => {
    [told, ran] = [[], []];
    server = await startRedis({ appendOnly: true });
  });
  afterEach(async () => {
    server.thaw();
    await queue.close({ graceMs: 0 });
    await server.stop();
  });

  it("at the start keeps nobody from starting; work begins when it is over", async () => {
    await server.kill();
    queue = open();
    await queue.start(work);
    for (const call of [() => queue.enqueue("embed", ADA), () => queue.ping(), () => queue.depth(), () => queue.runNow("embed", ADA), () => queue.lease("leader", { holder: "me", ttlMs: 1_000 })]) {
      const { code, ms } = await timed(call());
      expect(code).toBe("queue_unavailable");
      expect(ms).toBeLessThan(LIMIT_MS + ROOM_MS);
    }
    await server.restart();
    await until(accepts);
    await until(() => ran.length > 0);
    await queue.ping();
  });

  it("refuses calls at once, is told once, and ends by itself", async () => {
    queue = open();
    await queue.start(work);
    await queue.enqueue("embed", ADA);
    await until(() => ran.length === 1);
    await server.kill();
    await until(async () => (await timed(queue.ping())).code === "queue_unavailable");
    for (let call = 0; call < 50; call += 1) expect((await timed(queue.enqueue("embed", ADA))).code).toBe("queue_unavailable");
    await until(() => told.includes("producer"));
    expect(told.filter((where) => where === "producer")).toHaveLength(1);
    await server.restart();
    await until(accepts);
    await until(() => ran.length >= 2);
    await expect(queue.runNow("capture", { user_id: "ada", session_id: "s", namespace: "global" })).resolves.toEqual({ outcome: "success" });
  });

  it("never holds up an acknowledgement: a Redis that hangs is given up", async () => {
    queue = open();
    await queue.enqueue("embed", ADA);
    server.freeze();
    const calls = await Promise.all(Array.from({ length: 20 }, () => timed(queue.enqueue("embed", ADA))));
    for (const { code, ms } of calls) {
      expect(code).toBe("queue_unavailable");
      expect(ms).toBeLessThan(LIMIT_MS + ROOM_MS);
    }
    server.thaw();
    await until(accepts);
    await queue.start(work);
    await until(() => ran.length > 0);
  });

  it("keeps what was acknowledged, and who waits is answered after it", async () => {
    queue = open();
    for (const user_id of ["ada", "bob", "cleo"]) await queue.enqueue("embed", { user_id }, { debounceMs: 200 });
    await server.kill();
    await server.restart();
    await queue.start(work);
    await until(() => ran.length === 3);
    const release = Promise.withResolvers<undefined>();
    await queue.close();
    queue = open();
    let taken = 0;
    await queue.start(handlersOf(async () => {
      taken += 1;
      if (taken === 1) await release.promise;
      return { outcome: "success" };
    }));
    await until(accepts);
    const outcome = queue.runNow("embed", { user_id: "dora" });
    await until(() => taken >= 1);
    await server.kill();
    await server.restart();
    release.resolve(undefined);
    await expect(outcome).resolves.toEqual({ outcome: "success" });
  });

  it("does not keep a process from closing, and what runs ends first", async () => {
    queue = open();
    const [taken, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let ended = false;
    await queue.start(handlersOf(async () => {
      taken.resolve(undefined);
      await release.promise;
      ended = true;
      return { outcome: "success" };
    }));
    await until(accepts);
    await taken.promise;
    await server.kill();
    const closed = queue.close({ graceMs: 5_000 });
    release.resolve(undefined);
    await closed;
    expect(ended).toBe(true);
    const { code } = await timed(queue.enqueue("embed", ADA));
    expect(code).toBe("queue_unavailable");
  });
});
