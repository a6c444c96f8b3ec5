import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeLlm } from "../fake/fake-llm.ts";
import type { FakeLlm } from "../fake/fake-llm.ts";
import { llmHealth } from "../llm-health.ts";
import type { CompletionRequest, Llm, LlmPurpose } from "../llm.ts";
import { withResilience } from "./with-resilience.ts";

const request = (purpose: LlmPurpose, signal?: AbortSignal): CompletionRequest<null> => ({ purpose, system: [], messages: [{ role: "user", content: "Which?" }], schema: null, maxTokens: 10, signal });
const code = (llm: Llm, purpose: LlmPurpose = "rerank", signal?: AbortSignal): Promise<string> =>
  llm.complete(request(purpose, signal)).then(() => "ok", (error: unknown) => (error as CortexError).code);

describe("withResilience", () => {
  // cockatiel reads the process's clock, so that clock is what has to be moved.
  beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => vi.useRealTimers());

  const guarded = (options: Parameters<typeof withResilience>[1] = {}): { fake: FakeLlm; llm: Llm } => {
    const fake = createFakeLlm();
    return { fake, llm: withResilience(fake, { random: () => 0.5, ...options }) };
  };
  async function failTimes(llm: Llm, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await code(llm);
  }
  async function callLate(llm: Llm, purpose: LlmPurpose): Promise<string> {
    const controller = new AbortController();
    const work = code(llm, purpose, controller.signal);
    controller.abort(new CortexError("timeout"));
    const result = await work;
    await vi.advanceTimersByTimeAsync(0);
    return result;
  }

  it("never retries what somebody waits for", async () => {
    const { fake, llm } = guarded();
    fake.failWith("llm_unavailable");
    expect(await code(llm, "rerank")).toBe("llm_unavailable");
    expect(fake.calls).toHaveLength(1);
  });

  it("retries work in the background after a pause, twice at most", async () => {
    const { fake, llm } = guarded();
    fake.failWith("llm_unavailable");
    const lost = code(llm, "capture");
    await vi.advanceTimersByTimeAsync(400);
    expect(fake.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await lost).toBe("llm_unavailable");
    expect(fake.calls).toHaveLength(3);
    const work = code(llm, "capture");
    fake.recover();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await work).toBe("ok");
  });

  it.each(["llm_rejected", "llm_invalid", "llm_refused", "timeout", "llm_budget_spent"] as const)("does not ask again after %s, which may have been paid", async (failure) => {
    const { fake, llm } = guarded();
    fake.failWith(failure);
    expect(await code(llm, "capture")).toBe(failure);
    expect(fake.calls).toHaveLength(1);
  });

  it("waits as long as the server asks, and so do the others", async () => {
    const { fake, llm } = guarded();
    fake.answerWith((_, call) => (call === 1 ? new CortexError("llm_unavailable", { retryAfterSeconds: 20 }) : "An answer."));
    const work = code(llm, "capture");
    await vi.advanceTimersByTimeAsync(0);
    const error: unknown = await llm.complete(request("rerank")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "llm_unavailable", retryAfterSeconds: 20 });
    const other = code(llm, "extract");
    await vi.advanceTimersByTimeAsync(19_900);
    expect(fake.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await work).toBe("ok");
    expect(await other).toBe("ok");
    expect(fake.calls).toHaveLength(3);
  });

  it("gives up when the server asks for an hour, keeps away, and comes back", async () => {
    const { fake, llm } = guarded();
    fake.answerWith((_, call) => (call === 1 ? new CortexError("llm_unavailable", { retryAfterSeconds: 3_600 }) : "An answer."));
    expect(await code(llm, "capture")).toBe("llm_unavailable");
    for (let minute = 0; minute < 59; minute += 1) {
      expect(await code(llm, "capture")).toBe("llm_unavailable");
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(fake.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(await code(llm, "capture")).toBe("ok");
  });

  it.each([["rerank", 3_000], ["judge", 20_000], ["synthesize", 60_000], ["capture", 120_000], ["extract", 120_000]] as const)("ends %s at its own time limit", async (purpose, limit) => {
    const { fake, llm } = guarded();
    fake.stall();
    const work = code(llm, purpose);
    await vi.advanceTimersByTimeAsync(limit - 1);
    const early = await Promise.race([work, Promise.resolve("still waiting")]);
    expect(early).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await work).toBe("timeout");
    expect(llmHealth(llm)).toMatchObject({ state: "degraded", why: "timeout" });
  });

  it("ends a call at its time limit even if the driver ignores its signal", async () => {
    const deaf: Llm = { ...createFakeLlm(), complete: () => new Promise(() => undefined) };
    const work = code(withResilience(deaf, { limits: { rerank: { timeoutMs: 300 } } }));
    await vi.advanceTimersByTimeAsync(301);
    expect(await work).toBe("timeout");
  });

  it("refuses calls after five failures, tries again after thirty seconds, and recovers", async () => {
    const { fake, llm } = guarded();
    expect(llmHealth(llm)).toEqual({ state: "ok", why: null, since: 0 });
    fake.failWith("llm_rejected");
    await failTimes(llm, 4);
    expect(llmHealth(llm)).toEqual({ state: "degraded", why: "llm_rejected", since: 1_000_000 });
    await failTimes(llm, 1);
    expect(llmHealth(llm)).toMatchObject({ state: "down", why: "llm_rejected" });
    const background = code(llm, "capture");
    await failTimes(llm, 10);
    expect(await background).toBe("llm_unavailable");
    expect(fake.calls).toHaveLength(5);
    expect(llmHealth(llm)).toMatchObject({ state: "down", why: "llm_rejected" });
    fake.recover();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await code(llm)).toBe("llm_unavailable");
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await code(llm)).toBe("ok");
    expect(llmHealth(llm)).toMatchObject({ state: "ok", why: null, since: 1_030_001 });
  });

  it("rests again when the trial fails, and refuses others while it runs", async () => {
    const { fake, llm } = guarded();
    fake.failWith("llm_unavailable");
    await failTimes(llm, 5);
    await vi.advanceTimersByTimeAsync(30_001);
    fake.stall();
    const trial = code(llm);
    expect(await code(llm)).toBe("llm_unavailable");
    await vi.advanceTimersByTimeAsync(3_001);
    expect(await trial).toBe("timeout");
    expect(llmHealth(llm)).toMatchObject({ state: "down", why: "timeout" });
    expect(await code(llm)).toBe("llm_unavailable");
    expect(fake.calls).toHaveLength(6);
  });

  it("takes a bad answer for a model that is there", async () => {
    const { fake, llm } = guarded();
    fake.failWith("llm_invalid");
    await failTimes(llm, 12);
    expect(fake.calls).toHaveLength(12);
    expect(llmHealth(llm)).toMatchObject({ state: "degraded", why: "llm_invalid" });
  });

  it("lets impatient callers shut out their own purpose only", async () => {
    const { fake, llm } = guarded();
    fake.stall();
    for (let count = 0; count < 5; count += 1) expect(await callLate(llm, "rerank")).toBe("timeout");
    expect(await code(llm, "rerank")).toBe("llm_unavailable");
    expect(llmHealth(llm).state).toBe("ok");
    const capture = code(llm, "capture");
    fake.recover();
    expect(await capture).toBe("ok");
    await vi.advanceTimersByTimeAsync(30_001);
    expect(await code(llm, "rerank")).toBe("ok");
  });

  it("does not count callers who leave, nor take a trial that its caller left for a recovery", async () => {
    const { fake, llm } = guarded();
    const leave = async (): Promise<string> => {
      const controller = new AbortController();
      const work = code(llm, "rerank", controller.signal);
      controller.abort();
      const result = await work;
      await vi.advanceTimersByTimeAsync(0);
      return result;
    };
    fake.stall();
    for (let count = 0; count < 8; count += 1) expect(await leave()).toBe("aborted");
    expect(llmHealth(llm).state).toBe("ok");
    fake.recover();
    fake.failWith("llm_unavailable");
    await failTimes(llm, 5);
    await vi.advanceTimersByTimeAsync(30_001);
    fake.stall();
    expect(await leave()).toBe("aborted");
    expect(await code(llm)).toBe("llm_unavailable");
  });

  it("frees a caller who leaves during a pause between attempts", async () => {
    const { fake, llm } = guarded();
    fake.failWith("llm_unavailable");
    const controller = new AbortController();
    const work = code(llm, "capture", controller.signal);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    expect(await work).toBe("aborted");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.calls).toHaveLength(1);
  });

  it("makes an error of ours of a driver that breaks", async () => {
    const broken: Llm = { ...createFakeLlm(), complete: () => Promise.reject(new TypeError("undefined is not a function")) };
    expect(await code(withResilience(broken))).toBe("internal");
  });
});
