import { realmOf } from "@memory-cortex/models";
import type { LlmCall, Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { LLM_CALL_LIFETIME_MS } from "../llm-usage.ts";
import type { CaptureCommit } from "../memories.ts";
import type { Bench } from "./factories.ts";
import { append, HOUR, memory, newRealm, remember, say, T0, turn, uniqueId } from "./factories.ts";

export function improvementCases(bench: Bench): void {
  async function capture(realm: Realm, sessionId: string, { turnIds, ...how }: { turnIds: readonly string[] } & Partial<CaptureCommit>): Promise<string> {
    return (await bench.store.commitCapture(realm, { sessionId, turnIds, writes: [], at: T0, ...how })).outcome;
  }

  const texts = async (realm: Realm, sessionId: string, improvable = true): Promise<{ open: string[]; context: string[] }> => {
    const { open, context } = await bench.store.openTurns(realm, { sessionId, limit: 3, context: 2, improvable });
    return { open: open.map(({ text }) => text), context: context.map(({ text }) => text) };
  };

  it("gives a model the turns again that were captured without one", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b", "c", "d", "e"]);
    const ids = turns.map(({ id }) => id);
    expect(await texts(realm, sessionId)).toEqual({ open: [], context: [] });
    await capture(realm, sessionId, { turnIds: ids.slice(0, 2) });
    await capture(realm, sessionId, { turnIds: ids.slice(2, 4), improvable: true });
    expect(await texts(realm, sessionId)).toEqual({ open: ["c", "d"], context: ["a", "b"] });
    expect(await texts(realm, sessionId, false)).toEqual({ open: ["e"], context: ["c", "d"] });
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ openTurns: 1, improvableTurns: 2 });
    await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
  });

  it("improves turns once, with what the model found, and leaves open ones alone", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b", "c"]);
    const [a, b, c] = turns.map(({ id }) => id) as [string, string, string];
    await capture(realm, sessionId, { turnIds: [a, b], improvable: true });
    const writes = [{ action: "create" as const, memory: memory("found") }];
    for (const turnIds of [[a, c], [a, "none"], [c]]) expect(await capture(realm, sessionId, { turnIds, improves: true, writes })).toBe("repeated");
    expect(await capture(realm, sessionId, { turnIds: [a], writes })).toBe("repeated");
    expect(await capture(realm, sessionId, { turnIds: [a], improves: true, writes })).toBe("committed");
    expect(await capture(realm, sessionId, { turnIds: [a], improves: true, writes: [{ action: "create", memory: memory("again") }] })).toBe("repeated");
    expect((await texts(realm, sessionId)).open).toEqual(["b"]);
    expect((await texts(realm, sessionId, false)).open).toEqual(["c"]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ memories: 1, openTurns: 1, improvableTurns: 1 });
    expect(await capture(realm, sessionId, { turnIds: [b], improves: true })).toBe("committed");
    await expect(bench.store.improvableWindows(realm, { limit: 9 })).resolves.toEqual([]);
    await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
  });

  it("keeps turns to be improved that a second try could not improve", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a"]);
    await capture(realm, sessionId, { turnIds: [turns[0]!.id], improvable: true });
    expect(await capture(realm, sessionId, { turnIds: [turns[0]!.id], improves: true, improvable: true })).toBe("committed");
    expect((await texts(realm, sessionId)).open).toEqual(["a"]);
  });

  it("names the sessions with turns to be improved, newest first", async () => {
    const realm = newRealm("mine");
    const said = async (at: number, where = realm): Promise<{ sessionId: string; ids: string[] }> => {
      const [sessionId, turns] = [uniqueId("session"), [turn("x", { createdAt: at }), turn("y", { createdAt: at + 1 })]];
      await append(bench.store, where, { sessionId, inserts: [{ at: 0, turns }] });
      const ids = turns.map(({ id }) => id);
      await capture(where, sessionId, { turnIds: ids, improvable: true });
      return { sessionId, ids };
    };
    const [first, second] = [await said(T0), await said(T0 + 10)];
    await said(T0 + 20, realmOf(realm.userId, ["other"]));
    const windowOf = (sessionId: string, at: number): object => ({ sessionId, namespace: "mine", openTurns: 2, firstArrivedAt: at, lastArrivedAt: at + 1 });
    await expect(bench.store.improvableWindows(realm, { limit: 9 })).resolves.toEqual([windowOf(second.sessionId, T0 + 10), windowOf(first.sessionId, T0)]);
    await expect(bench.store.improvableWindows(realm, { limit: 1 })).resolves.toEqual([windowOf(second.sessionId, T0 + 10)]);
    await expect(bench.store.openWindows(realm)).resolves.toEqual([]);
    await capture(realm, second.sessionId, { turnIds: [second.ids[1]!], improves: true });
    const left = { ...windowOf(second.sessionId, T0 + 10), openTurns: 1, lastArrivedAt: T0 + 10 };
    await expect(bench.store.improvableWindows(realm, { limit: 1 })).resolves.toEqual([left]);
  });
}

export function llmCallCases(bench: Bench): void {
  const call = (fields: Partial<LlmCall> = {}): LlmCall => ({
    id: uniqueId("call"), at: T0, purpose: "capture", model: "small", inputTokens: 100, outputTokens: 10, cacheReadTokens: 5, cacheWriteTokens: 2, costUsd: 0.25,
    latencyMs: 300, outcome: "ok", ...fields,
  });

  it("adds up calls by purpose and model", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await remember(bench.store, realm, "x");
    const first = call();
    await bench.store.recordLlmCalls(realm, [call({ purpose: "judge" }), call({ model: "large", at: T0 + 5 }), first, call({ outcome: "timeout", costUsd: null, outputTokens: 0 })]);
    await bench.store.recordLlmCalls(realm, [{ ...first, inputTokens: 9_999 }]);
    const one = { calls: 1, failed: 0, inputTokens: 100, outputTokens: 10, cacheReadTokens: 5, cacheWriteTokens: 2, costUsd: 0.25, unpriced: 0, latencyMs: 300 };
    const large = { purpose: "capture", model: "large", ...one };
    await expect(bench.store.llmUsage(realm, { since: T0 })).resolves.toEqual([
      large,
      { purpose: "capture", model: "small", calls: 2, failed: 1, inputTokens: 200, outputTokens: 10, cacheReadTokens: 10, cacheWriteTokens: 4, costUsd: 0.25, unpriced: 1, latencyMs: 600 },
      { purpose: "judge", model: "small", ...one },
    ]);
    await expect(bench.store.llmUsage(realm, { since: T0 + 1 })).resolves.toEqual([large]);
    await expect(bench.store.llmUsage(realm, { since: T0 - 9, until: T0 })).resolves.toEqual([]);
  });

  it("clears old calls away, and makes no user for them", async () => {
    const realm = newRealm();
    await bench.store.recordLlmCalls(realm, [call()]);
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    bench.clock.time = T0;
    await remember(bench.store, realm, "x");
    await bench.store.recordLlmCalls(realm, Array.from({ length: 500 }, () => call()));
    bench.clock.time = T0 + LLM_CALL_LIFETIME_MS + HOUR;
    for (let count = 0; count < 4; count += 1) await bench.store.recordLlmCalls(realm, [call({ at: bench.clock.time })]);
    await expect(bench.store.llmUsage(realm, { since: 0 })).resolves.toMatchObject([{ calls: 4 }]);
    bench.clock.time = T0;
  });
}
