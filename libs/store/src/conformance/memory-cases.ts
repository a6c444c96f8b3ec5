import { realmOf } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { QUOTING_KEY_PREFIX } from "../idempotency.ts";
import type { MemoryFilter, NewMemory } from "../memories.ts";
import type { Bench } from "./factories.ts";
import { everything, HOUR, memory, newRealm, remember, say, T0, unit } from "./factories.ts";

const current: MemoryFilter = { includeHistory: false, now: T0 };

export function captureCases(bench: Bench): void {
  it("writes memories and marks the turns in one go, once", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["I like tea", "ok"]);
    const turnIds = turns.map(({ id }) => id);
    const commit = { sessionId, turnIds, writes: [{ action: "create" as const, memory: memory("likes tea", { provenance: turnIds }) }], at: T0 };
    await expect(bench.store.commitCapture(realm, commit)).resolves.toEqual({ outcome: "committed" });
    const other = { ...commit, turnIds: turnIds.slice(1), writes: [{ action: "create" as const, memory: memory("likes coffee") }] };
    await expect(bench.store.commitCapture(realm, other)).resolves.toEqual({ outcome: "repeated" });
    expect((await bench.store.listMemories(realm, current, { limit: 5 })).items.map(({ text }) => text)).toEqual(["likes tea"]);
    await expect(bench.store.openWindows(realm)).resolves.toEqual([]);
  });

  it("writes nothing when one of the decisions fails", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["I like tea"]);
    const writes = [{ action: "create" as const, memory: memory("likes tea") }, { action: "addProvenance" as const, memoryId: "gone", turnIds: [] }];
    const commit = { sessionId, turnIds: [turns[0]!.id], writes, at: T0 };
    await expect(bench.store.commitCapture(realm, commit)).rejects.toMatchObject({ code: "not_found" });
    expect((await bench.store.listMemories(realm, current, { limit: 5 })).items).toEqual([]);
    expect((await bench.store.openTurns(realm, { sessionId, limit: 5, context: 0 })).open).toHaveLength(1);
  });

  it("writes nothing from turns that are gone, or of another session", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a"]);
    const other = await say(bench.store, realm, ["b"]);
    const writes = [{ action: "create" as const, memory: memory("x") }];
    for (const turnIds of [["gone"], [other.turns[0]!.id]]) {
      await expect(bench.store.commitCapture(realm, { sessionId, turnIds, writes, at: T0 })).resolves.toEqual({ outcome: "repeated" });
    }
    await expect(bench.store.commitCapture(realm, { sessionId: "none", turnIds: [], writes, at: T0 })).resolves.toEqual({ outcome: "repeated" });
    expect((await bench.store.listMemories(realm, current, { limit: 5 })).items).toEqual([]);
  });

  it("does not bring back what was forgotten", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a"]);
    const { id, contentHash } = await remember(bench.store, realm, "my secret");
    await bench.store.eraseMemory(realm, { id, at: T0 });
    await expect(bench.store.forgottenHashes(realm, [contentHash, "other"])).resolves.toEqual([contentHash]);
    const writes = ["my secret", "my hobby"].map((text) => ({ action: "create" as const, memory: memory(text) }));
    await bench.store.commitCapture(realm, { sessionId, turnIds: [turns[0]!.id], writes, at: T0 });
    expect((await bench.store.listMemories(realm, current, { limit: 5 })).items.map(({ text }) => text)).toEqual(["my hobby"]);
  });
}

export function writeCases(bench: Bench): void {
  it("keeps every field of a memory", async () => {
    const realm = newRealm("work");
    const fields = memory("Grüße 你好 👋", {
      type: "episode",
      lifetime: "ttl",
      expiresAt: T0 + 9,
      topic: "t",
      importance: 0.25,
      visibility: "shared",
      tags: ["b", "a", "b"],
      project: "garden",
      speaker: "Ann",
      sessionId: "s",
      source: "chat",
      observedAt: T0 - 5,
      validFrom: T0 - 9,
      validTo: T0 + 99,
      episodeStart: T0 - 8,
      episodeEnd: T0 - 7,
      supersedes: "older",
      provenance: ["t2", "t1"],
    });
    await bench.store.writeMemory(realm, { action: "create", memory: fields });
    const { terms: _, words: __, signals: ___, ...kept } = fields;
    const counts = { retiredAt: null, supersededAt: null, accessCount: 0, lastAccessedAt: null, reinforcedCount: 0, supersededBy: null, conflictGroup: null, conflictStatus: null };
    const expected = { kind: "memory", serial: expect.any(Number), namespace: "work", ...kept, ...counts };
    await expect(bench.store.getMemory(realm, fields.id)).resolves.toEqual(expected);
    await expect(bench.store.getDocuments(realm, [fields.id])).resolves.toEqual([expected]);
  });

  it("leaves a memory as it is when its id is written again", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "first");
    await remember(bench.store, realm, "second", { id });
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ text: "first" });
    expect((await bench.store.listMemories(realm, current, { limit: 5 })).items).toHaveLength(1);
  });

  it("adds provenance without repeats", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x", { provenance: ["t1"] });
    await bench.store.writeMemory(realm, { action: "addProvenance", memoryId: id, turnIds: ["t2", "t1", "t2"] });
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ provenance: ["t1", "t2"], confidence: 0.8, reinforcedCount: 0 });
  });

  it("reinforces up to certainty, and by the same turn only once", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x", { confidence: 0.9 });
    const reinforce = (...turnIds: string[]): Promise<void> => bench.store.writeMemory(realm, { action: "reinforce", memoryId: id, turnIds });
    await reinforce("t1");
    await reinforce("t1");
    const once = await bench.store.getMemory(realm, id);
    expect(once).toMatchObject({ reinforcedCount: 1, provenance: ["t1"] });
    expect(once?.confidence).toBeCloseTo(0.95, 9);
    await reinforce("t2");
    await reinforce();
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ reinforcedCount: 3, confidence: 1 });
  });

  it("ends the old version when a new one takes its place", async () => {
    const realm = newRealm();
    const old = await remember(bench.store, realm, "on Tuesday");
    const next = memory("on Friday");
    const write = { action: "supersede" as const, memoryId: old.id, memory: next, at: T0 + HOUR };
    await bench.store.writeMemory(realm, write);
    await bench.store.writeMemory(realm, write);
    await expect(bench.store.getMemory(realm, old.id)).resolves.toMatchObject({ validTo: T0 + HOUR, retiredAt: T0 + HOUR, supersededAt: T0 + HOUR, supersededBy: next.id });
    await expect(bench.store.getMemory(realm, next.id)).resolves.toMatchObject({ supersedes: old.id, retiredAt: null });
    const items = async (includeHistory: boolean): Promise<number> =>
      (await bench.store.listMemories(realm, { includeHistory, now: T0 + 2 * HOUR }, { limit: 5 })).items.length;
    expect([await items(false), await items(true)]).toEqual([1, 2]);
  });

  it("says when the memory to change is not there", async () => {
    const realm = newRealm();
    const missing = { memoryId: "none", turnIds: [] };
    const supersede = { action: "supersede" as const, memoryId: "none", memory: memory("x"), at: T0 };
    const end = { action: "end" as const, ...missing, endsAt: T0, at: T0 };
    const conflict = { action: "conflict" as const, memory: memory("x"), with: ["none"], group: "g", at: T0 };
    const writes = [{ action: "addProvenance" as const, ...missing }, { action: "reinforce" as const, ...missing }, supersede, end, conflict];
    for (const write of writes) await expect(bench.store.writeMemory(realm, write)).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    await say(bench.store, realm, ["a"]);
    for (const write of writes) await expect(bench.store.writeMemory(realm, write)).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.store.getMemory(realm, supersede.memory.id)).resolves.toBeNull();
  });

  it("retires once, and says so", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x");
    await expect(bench.store.retireMemory(realm, { id, at: T0 + 1 })).resolves.toBe(true);
    await expect(bench.store.retireMemory(realm, { id, at: T0 + 2 })).resolves.toBe(false);
    await expect(bench.store.retireMemory(realm, { id: "none", at: T0 })).resolves.toBe(false);
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ retiredAt: T0 + 1 });
  });

  it("retires what has expired, the longest expired first, and nothing else", async () => {
    const realm = newRealm();
    bench.clock.time = T0 + HOUR;
    const idOf = async (text: string, over: Partial<NewMemory> = {}): Promise<string> => (await remember(bench.store, realm, text, over)).id;
    const [later, first, second] = [await idOf("later", { expiresAt: T0 + HOUR + 1 }), await idOf("first", { expiresAt: T0 }), await idOf("second", { expiresAt: T0 + HOUR, lifetime: "project" })];
    const kept = [later, await idOf("for good"), await idOf("over in the world", { validTo: T0 })];
    const elsewhere = { ...realm, namespaces: ["elsewhere"] as const };
    expect(await bench.store.retireExpired(elsewhere, { at: T0 + HOUR, limit: 10 })).toBe(0);
    const before = await bench.store.revisions(realm);
    expect(await bench.store.retireExpired(realm, { at: T0 + HOUR, limit: 1 })).toBe(1);
    const at = async (id: string): Promise<number | null | undefined> => (await bench.store.getMemory(realm, id))?.retiredAt;
    expect([await at(first), await at(second)]).toEqual([T0 + HOUR, null]);
    expect(await bench.store.retireExpired(realm, { at: T0 + HOUR, limit: 10 })).toBe(1);
    expect(await at(second)).toBe(T0 + HOUR);
    expect((await bench.store.revisions(realm)).knowledge).toBeGreaterThan(before.knowledge);
    const settled = await bench.store.revisions(realm);
    expect(await bench.store.retireExpired(realm, { at: T0 + HOUR, limit: 10 })).toBe(0);
    expect(await bench.store.revisions(realm)).toEqual(settled);
    for (const id of kept) expect(await at(id)).toBeNull();
  });

  it("erases a memory from every index", async () => {
    const realm = newRealm();
    const { id, contentHash } = await remember(bench.store, realm, "very secret");
    const space = await bench.store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 1, createdAt: T0 });
    await bench.store.saveVectors(realm, { spaceId: space.id, vectors: [{ id, vector: unit(1, 0) }] });
    await expect(bench.store.eraseMemory(realm, { id, at: T0 })).resolves.toBe(true);
    await expect(bench.store.eraseMemory(realm, { id, at: T0 })).resolves.toBe(false);
    const filter = everything({ includeHistory: true });
    await expect(bench.store.searchText(realm, { terms: ["secret"], filter, limit: 5, window: 0 })).resolves.toEqual([]);
    await expect(bench.store.searchVector(realm, { spaceId: space.id, vector: unit(1, 0), filter, limit: 5, window: 0 })).resolves.toEqual([]);
    await expect(bench.store.similarities(realm, { spaceId: space.id, vector: unit(1, 0), ids: [id] })).resolves.toEqual(new Map());
    await expect(bench.store.getMemory(realm, id)).resolves.toBeNull();
    await expect(bench.store.findByContentHash(realm, [contentHash])).resolves.toEqual([]);
    await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 0, missing: 0 }]);
  });

  it("drops kept answers that may quote an erased memory, and no others", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    const { id } = await remember(bench.store, realm, "secret");
    const record = { bodyHash: "h", status: 200, response: "{}", expiresAt: T0 + HOUR };
    const keys = ["k", `${QUOTING_KEY_PREFIX}k`];
    for (const key of keys) await bench.store.saveIdempotent(realm, { key, ...record });
    const kept = async (): Promise<boolean[]> => Promise.all(keys.map(async (key) => (await bench.store.getIdempotent(realm, { key, now: T0 })) !== null));
    expect(await kept()).toEqual([true, true]);
    await bench.store.eraseMemory(realm, { id, at: T0 });
    expect(await kept()).toEqual([true, false]);
  });

  it("counts accesses of each memory once a call", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x");
    const { turns } = await say(bench.store, realm, ["a"]);
    await bench.store.touch(realm, { ids: [id, id, turns[0]!.id, "none"], at: T0 + 5 });
    await bench.store.touch(realm, { ids: [id], at: T0 + 3 });
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ accessCount: 2, lastAccessedAt: T0 + 5 });
  });
}

export function listingCases(bench: Bench): void {
  it("finds by content hash what has not ended", async () => {
    const realm = newRealm();
    bench.clock.time = T0 + HOUR;
    const kept = await remember(bench.store, realm, "kept", { validFrom: T0 + 2 * HOUR });
    const expired = await remember(bench.store, realm, "expired", { expiresAt: T0 + HOUR });
    const over = await remember(bench.store, realm, "over", { validTo: T0 + 1 });
    const retired = await remember(bench.store, realm, "retired");
    await bench.store.retireMemory(realm, { id: retired.id, at: T0 });
    const hashes = [kept, expired, over, retired].map(({ contentHash }) => contentHash);
    expect((await bench.store.findByContentHash(realm, hashes)).map(({ id }) => id)).toEqual([kept.id]);
  });

  it("lists newest first, in pages", async () => {
    const realm = newRealm();
    for (const createdAt of [3, 1, 2, 2, 5]) await remember(bench.store, realm, `m${createdAt}`, { createdAt });
    const texts: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await bench.store.listMemories(realm, current, { limit: 2, ...(cursor !== undefined && { cursor }) });
      texts.push(...page.items.map(({ text }) => text));
      cursor = page.next;
    }
    expect(texts).toEqual(["m5", "m3", "m2", "m2", "m1"]);
    await expect(bench.store.listMemories(realm, current, { limit: 2, cursor: "x" })).rejects.toMatchObject({ code: "invalid_fields" });
  });

  it("filters by each field", async () => {
    const realm = newRealm();
    await remember(bench.store, realm, "rule", { type: "rule", tags: ["a", "b"] });
    await remember(bench.store, realm, "project", { lifetime: "project", project: "p", tags: ["b"] });
    await remember(bench.store, realm, "expired", { expiresAt: T0 });
    await remember(bench.store, realm, "later", { validFrom: T0 + 1 });
    const listed = async (filter: Partial<MemoryFilter>): Promise<string[]> =>
      (await bench.store.listMemories(realm, { ...current, ...filter }, { limit: 9 })).items.map(({ text }) => text).toReversed();
    expect(await listed({})).toEqual(["rule", "project"]);
    expect(await listed({ type: "rule" })).toEqual(["rule"]);
    expect(await listed({ lifetime: "project" })).toEqual(["project"]);
    expect(await listed({ project: "p" })).toEqual(["project"]);
    expect(await listed({ tags: ["a", "c"] })).toEqual(["rule"]);
    expect(await listed({ tags: [] })).toEqual([]);
    expect(await listed({ includeHistory: true })).toEqual(["rule", "project", "expired", "later"]);
  });

  it("returns documents in the order asked for", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b"]);
    const { id } = await remember(bench.store, realm, "m");
    const ids = [turns[1]!.id, "none", id, turns[0]!.id];
    expect((await bench.store.getDocuments(realm, ids)).map(({ text }) => text)).toEqual(["b", "m", "a"]);
    await expect(bench.store.getDocuments(realmOf(realm.userId, ["other"]), ids)).resolves.toEqual([]);
  });

  it("sums up a user", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a", "b"]);
    await remember(bench.store, realm, "m", { topic: "x", observedAt: T0 + 7 });
    await remember(bench.store, realm, "n", { topic: "x", type: "rule", observedAt: T0 - 7 });
    const { id } = await remember(bench.store, realm, "o", { topic: "y" });
    await bench.store.retireMemory(realm, { id, at: T0 });
    const stats = await bench.store.stats(realm);
    expect(stats).toMatchObject({ turns: 2, memories: 3, activeMemories: 2, sessions: 1, topics: 1, openTurns: 2, oldestAt: T0 - 7, newestAt: T0 + 7 });
    expect(stats).toMatchObject({ byType: { fact: 1, rule: 1 }, byLifetime: { permanent: 2 } });
    expect(stats.storageBytes).toBeGreaterThan(0);
    expect(await bench.store.stats(realmOf(realm.userId, ["other"]))).toMatchObject({ turns: 0, memories: 0, sessions: 0, oldestAt: null, byType: {} });
  });
}
