import type { LlmCall } from "@memory-cortex/llm";
import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { beforeEach, describe, expect, it } from "vitest";

import { LlmCalls } from "./llm-calls.ts";

const DAY = Date.UTC(2026, 4, 20);
const clock = { now: () => DAY + 3_600_000 };
const ids = uuidV7Source(clock);

const callOf = (over: Partial<LlmCall> = {}): LlmCall => ({
  at: clock.now(), purpose: "capture", name: "fake", model: "m", outcome: "ok", usage: { input: 100, output: 20, cacheRead: 5, cacheWrite: 3 }, costUsd: 0.25, latencyMs: 7, ...over,
});

describe("LlmCalls", () => {
  let store: Store;
  const restarted = (): LlmCalls => new LlmCalls({ store, ids });

  beforeEach(async () => {
    store = createMemoryStore({ clock });
    for (const user of ["ann", "bob"]) {
      const turn = { id: ids.next(), role: "user" as const, speaker: null, text: "Hello", observedAt: 1, timed: true, externalId: null, contentHash: "h", terms: [], words: 1, signals: 0, createdAt: 1 };
      await store.appendTurns(realmOf(user), { session: { sessionId: "s", channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns: [turn] }] });
    }
  });

  it("writes a call down with the user whom it was made for, across what is awaited in between", async () => {
    const calls = restarted();
    await Promise.all(["ann", "bob", "ann"].map((user) => calls.on(user, async () => {
      await Promise.resolve();
      await calls.record(callOf());
    })));
    expect(await store.llmUsage(wholeUser("ann"), { since: DAY })).toMatchObject([{ purpose: "capture", calls: 2, inputTokens: 200, costUsd: 0.5 }]);
    expect(await store.llmUsage(wholeUser("bob"), { since: DAY })).toMatchObject([{ calls: 1 }]);
  });

  it("sums the day over all users and calls of nobody, each once, also after a restart", async () => {
    const calls = restarted();
    await calls.on("ann", () => calls.record(callOf()));
    await calls.on("bob", () => calls.record(callOf({ costUsd: null })));
    await calls.record(callOf());
    expect(await calls.spent(DAY)).toEqual({ tokens: 3 * 128, usd: 0.5 });
    const later = restarted();
    expect(await later.spent(DAY)).toEqual({ tokens: 2 * 128, usd: 0.25 });
    await later.on("ann", () => later.record(callOf()));
    expect(await later.spent(DAY)).toEqual({ tokens: 3 * 128, usd: 0.5 });
  });

  it("begins at nothing on a new day", async () => {
    const calls = restarted();
    await calls.on("ann", () => calls.record(callOf()));
    expect(await calls.spent(DAY + 86_400_000)).toEqual({ tokens: 0, usd: 0 });
  });

  it("refuses to tell what it cannot read, and tells it once it can", async () => {
    const calls = restarted();
    const { llmSpent } = store;
    store.llmSpent = () => Promise.reject(new RangeError("down"));
    await expect(calls.spent(DAY)).rejects.toThrow("down");
    store.llmSpent = llmSpent;
    expect(await calls.spent(DAY)).toEqual({ tokens: 0, usd: 0 });
  });
});

describe("LlmCalls of several processes", () => {
  const COST = 128;
  const afterMs = 60_000;

  async function processes() {
    let time = 0;
    const store = createMemoryStore({ clock });
    const turn = { id: ids.next(), role: "user" as const, speaker: null, text: "Hello", observedAt: 1, timed: true, externalId: null, contentHash: "h", terms: [], words: 1, signals: 0, createdAt: 1 };
    await store.appendTurns(realmOf("ann"), { session: { sessionId: "s", channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns: [turn] }] });
    const open = (): LlmCalls => new LlmCalls({ store, ids, reread: { afterMs, monotonic: () => time } });
    return { store, one: open(), other: open(), later: (milliseconds: number) => void (time += milliseconds) };
  }
  const spend = (calls: LlmCalls, over: Partial<LlmCall> = {}): Promise<void> => calls.on("ann", () => calls.record(callOf(over)));
  const tokens = async (calls: LlmCalls): Promise<number> => (await calls.spent(DAY)).tokens;

  it("see what others have spent after a minute, and their own at once, each call once", async () => {
    const { one, other, later } = await processes();
    expect(await tokens(one)).toBe(0);
    await spend(other);
    await spend(one);
    expect(await tokens(one)).toBe(COST);
    later(afterMs - 1);
    expect(await tokens(one)).toBe(COST);
    later(1);
    expect(await tokens(one)).toBe(2 * COST);
    await spend(one);
    expect(await tokens(one)).toBe(3 * COST);
    later(afterMs);
    expect(await tokens(one)).toBe(3 * COST);
    expect(await tokens(other)).toBe(3 * COST);
  });

  it("keep what is in no store: calls for nobody, and what could not be written", async () => {
    const { store, one, later } = await processes();
    await one.record(callOf());
    const { recordLlmCalls } = store;
    store.recordLlmCalls = () => Promise.reject(new RangeError("down"));
    await expect(spend(one)).rejects.toThrow("down");
    store.recordLlmCalls = recordLlmCalls;
    later(afterMs);
    expect(await tokens(one)).toBe(2 * COST);
  });

  it("count a call once that is written while the sum is read, on whichever side", async () => {
    const { store, one, later } = await processes();
    await spend(one);
    const { recordLlmCalls, llmSpent } = store;
    const [begun, writing, reading] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    store.recordLlmCalls = async (...parameters) => (begun.resolve(undefined), await writing.promise, recordLlmCalls(...parameters));
    store.llmSpent = async (...parameters) => (await reading.promise, llmSpent(...parameters));
    const before = spend(one);
    await begun.promise;
    later(afterMs);
    const sum = tokens(one);
    const during = spend(one);
    writing.resolve(undefined);
    reading.resolve(undefined);
    await Promise.all([before, during]);
    expect([2 * COST, 3 * COST]).toContain(await sum);
    expect(await tokens(one)).toBe(3 * COST);
    later(afterMs);
    expect(await tokens(one)).toBe(3 * COST);
  });

  it("go on with what they know while the store does not tell", async () => {
    const { store, one, other, later } = await processes();
    await spend(one);
    const { llmSpent } = store;
    store.llmSpent = () => Promise.reject(new RangeError("down"));
    later(afterMs);
    expect(await tokens(one)).toBe(COST);
    await spend(one);
    await spend(other).catch(() => undefined);
    expect(await tokens(one)).toBe(2 * COST);
    store.llmSpent = llmSpent;
    later(afterMs);
    expect(await tokens(one)).toBe(3 * COST);
  });
});
