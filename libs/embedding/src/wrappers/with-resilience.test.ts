import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { embedderHealth } from "../embedder-health.ts";
import type { Embedder } from "../embedder.ts";
import { createFakeEmbedder } from "../fake/fake-embedder.ts";
import { withBatching } from "./with-batching.ts";
import { withCache } from "./with-cache.ts";
import { withResilience } from "./with-resilience.ts";

embedderConformance("a guarded embedder", { create: async () => withResilience(createFakeEmbedder({ weighted: true })), hasMeaning: true });

const query = (embedder: Embedder, signal?: AbortSignal): Promise<string> =>
  embedder.embed(["text"], { kind: "query", ...(signal === undefined ? {} : { signal }) }).then(() => "ok", (error: unknown) => (error as CortexError).code);
const documents = (embedder: Embedder): Promise<string> => embedder.embed(["text"], { kind: "document" }).then(() => "ok", (error: unknown) => (error as CortexError).code);

describe("withResilience", () => {
  // cockatiel reads the process's clock, so that clock is what has to be moved.
  beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => vi.useRealTimers());

  const guarded = (options: Parameters<typeof withResilience>[1] = {}) => {
    const fake = createFakeEmbedder();
    return { fake, embedder: withResilience(fake, { random: () => 0.5, ...options }) };
  };

  async function failTimes(embedder: Embedder, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await query(embedder);
  }

  it("never retries a query", async () => {
    const { fake, embedder } = guarded();
    fake.failWith("embedder_unavailable");
    expect(await query(embedder)).toBe("embedder_unavailable");
    expect(fake.calls).toHaveLength(1);
  });

  it("retries documents after a pause, and gives the vectors of the attempt that worked", async () => {
    const { fake, embedder } = guarded();
    fake.failWith("embedder_unavailable");
    const work = documents(embedder);
    await vi.advanceTimersByTimeAsync(100);
    expect(fake.calls).toHaveLength(1);
    fake.recover();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await work).toBe("ok");
    expect(fake.calls).toHaveLength(2);
  });

  it("gives up on documents after two further attempts", async () => {
    const { fake, embedder } = guarded();
    fake.failWith("timeout");
    const work = documents(embedder);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await work).toBe("timeout");
    expect(fake.calls).toHaveLength(3);
  });

  it.each(["embedder_rejected", "embedder_invalid"] as const)("does not retry %s", async (code) => {
    const { fake, embedder } = guarded();
    fake.failWith(code);
    expect(await documents(embedder)).toBe(code);
    expect(fake.calls).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    const fake = createFakeEmbedder();
    let attempts = 0;
    const embedder = withResilience({ ...fake, embed: async (texts, options) => {
      attempts += 1;
      if (attempts === 1) throw new CortexError("embedder_unavailable", { retryAfterSeconds: 20 });
      return fake.embed(texts, options);
    } });
    const work = documents(embedder);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await work).toBe("ok");
  });

  it("ends a call at its time limit, even if the driver ignores its signal", async () => {
    const fake = createFakeEmbedder();
    const deaf: Embedder = { ...fake, embed: () => new Promise(() => undefined) };
    const work = query(withResilience(deaf, { queryTimeoutMs: 300 }));
    await vi.advanceTimersByTimeAsync(301);
    expect(await work).toBe("timeout");
  });

  it("aborts the driver's call at the time limit", async () => {
    const { fake, embedder } = guarded({ queryTimeoutMs: 300 });
    fake.stall();
    const work = query(embedder);
    await vi.advanceTimersByTimeAsync(301);
    expect(await work).toBe("timeout");
    expect(embedderHealth(embedder)).toEqual({ state: "degraded", why: "timeout", since: 1_000_300 });
  });

  it("refuses calls after five failures, tries again after thirty seconds, and recovers", async () => {
    const { fake, embedder } = guarded();
    expect(embedderHealth(embedder)).toEqual({ state: "ok", why: null, since: 0 });
    fake.failWith("embedder_unavailable");
    await failTimes(embedder, 4);
    expect(embedderHealth(embedder)).toEqual({ state: "degraded", why: "embedder_unavailable", since: 1_000_000 });
    await failTimes(embedder, 1);
    expect(embedderHealth(embedder)).toMatchObject({ state: "down", why: "embedder_unavailable" });
    await failTimes(embedder, 10);
    expect(fake.calls).toHaveLength(5);
    fake.recover();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await query(embedder)).toBe("embedder_unavailable");
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await query(embedder)).toBe("ok");
    expect(embedderHealth(embedder)).toMatchObject({ state: "ok", why: null, since: 1_030_001 });
  });

  it("rests again when the trial fails, and refuses others while it runs", async () => {
    const { fake, embedder } = guarded({ queryTimeoutMs: 1_000 });
    fake.failWith("embedder_unavailable");
    await failTimes(embedder, 5);
    await vi.advanceTimersByTimeAsync(30_001);
    fake.stall();
    const trial = query(embedder);
    expect(await query(embedder)).toBe("embedder_unavailable");
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await trial).toBe("timeout");
    expect(embedderHealth(embedder)).toMatchObject({ state: "down", why: "timeout" });
    expect(fake.calls).toHaveLength(6);
    expect(await query(embedder)).toBe("embedder_unavailable");
    expect(fake.calls).toHaveLength(6);
  });

  it("does not take a trial that its caller left for a recovery", async () => {
    const { fake, embedder } = guarded();
    fake.failWith("embedder_unavailable");
    await failTimes(embedder, 5);
    await vi.advanceTimersByTimeAsync(30_001);
    fake.stall();
    const controller = new AbortController();
    const trial = query(embedder, controller.signal);
    controller.abort();
    expect(await trial).toBe("aborted");
    await vi.advanceTimersByTimeAsync(0);
    expect(await query(embedder)).toBe("embedder_unavailable");
  });

  it("counts a caller's deadline as a failure of the model, but not a caller who leaves", async () => {
    const { fake, embedder } = guarded();
    fake.stall();
    const leave = async (reason?: unknown): Promise<string> => {
      const controller = new AbortController();
      const work = query(embedder, controller.signal);
      controller.abort(reason);
      const code = await work;
      await vi.advanceTimersByTimeAsync(0);
      return code;
    };
    for (let count = 0; count < 8; count += 1) expect(await leave()).toBe("aborted");
    expect(embedderHealth(embedder).state).toBe("ok");
    for (let count = 0; count < 5; count += 1) expect(await leave(new CortexError("timeout"))).toBe("timeout");
    expect(embedderHealth(embedder)).toMatchObject({ state: "down", why: "timeout" });
  });

  it("frees a caller who leaves during a pause between attempts", async () => {
    const { fake, embedder } = guarded();
    fake.failWith("embedder_unavailable");
    const controller = new AbortController();
    const work = embedder.embed(["text"], { kind: "document", signal: controller.signal });
    const outcome = expect(work).rejects.toMatchObject({ code: "aborted" });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.calls).toHaveLength(1);
  });

  it("shows its health through the wrappers around it", async () => {
    const { fake, embedder } = guarded();
    const outer = withCache(withBatching(embedder, { maxTexts: 8 }), { maxBytes: 10_000 });
    fake.failWith("embedder_invalid");
    expect(await query(outer)).toBe("embedder_invalid");
    expect(embedderHealth(outer)).toMatchObject({ state: "degraded", why: "embedder_invalid" });
  });
});

describe("embedderHealth", () => {
  it("is ok for an embedder that cannot fail", () => {
    expect(embedderHealth(createFakeEmbedder())).toEqual({ state: "ok", why: null, since: 0 });
  });
});
