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
    const { users } = store;
    store.users = () => Promise.reject(new RangeError("down"));
    await expect(calls.spent(DAY)).rejects.toThrow("down");
    store.users = users;
    expect(await calls.spent(DAY)).toEqual({ tokens: 0, usd: 0 });
  });
});
