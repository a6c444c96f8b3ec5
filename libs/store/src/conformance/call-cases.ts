import type { Realm } from "@memory-cortex/models";
import { realmOf, wholeUser } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { RECEIPT_LIFETIME_MS } from "../store.ts";
import type { CallOptions, Store } from "../store.ts";
import type { Bench, StoreDriver } from "./factories.ts";
import { append, entity, everything, HOUR, memory, newRealm, relation, remember, say, T0, turn, unit } from "./factories.ts";

export function ledgerCases(bench: Bench): void {
  it("keeps receipts as they were first written", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    const receipts = ["r1", "r2"].map((id) => ({ id, at: T0, kind: "recall" as const, body: `{"id":"${id}"}` }));
    await bench.store.saveReceipts(realm, receipts);
    await bench.store.saveReceipts(realm, [{ ...receipts[0]!, body: "{}" }]);
    await expect(bench.store.getReceipt(realm, "r1")).resolves.toEqual(receipts[0]);
    await expect(bench.store.getReceipt(realm, "none")).resolves.toBeNull();
  });

  it("clears receipts away when they are too old, and no others", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    const receipt = (id: string, at: number) => ({ id, at, kind: "recall" as const, body: "{}" });
    // More than one call clears: they go as new ones come.
    const old = Array.from({ length: 700 }, (_, index) => receipt(`old ${index}`, T0 + index));
    const recent = receipt("recent", T0 + HOUR);
    await bench.store.saveReceipts(realm, [...old, recent]);
    await expect(bench.store.getReceipt(realm, "old 0")).resolves.toEqual(old[0]);
    bench.clock.time = T0 + RECEIPT_LIFETIME_MS + HOUR;
    for (let count = 0; count < 10; count += 1) await bench.store.saveReceipts(realm, [receipt(`new ${count}`, bench.clock.time)]);
    for (const { id } of old) await expect(bench.store.getReceipt(realm, id), id).resolves.toBeNull();
    await expect(bench.store.getReceipt(realm, "recent")).resolves.toEqual(recent);
    await expect(bench.store.getReceipt(realm, "new 0")).resolves.toMatchObject({ id: "new 0" });
  });

  it("clears expired answers away, and an answer under a new key is kept however many they are", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    const record = (key: string, expiresAt: number) => ({ key, bodyHash: "h", status: 202, response: "{}", expiresAt });
    for (let count = 0; count < 300; count += 1) await bench.store.saveIdempotent(realm, record(`k${count}`, T0 + HOUR + count));
    bench.clock.time = T0 + 2 * HOUR;
    // The last to expire, so a bounded clearance has not come to it yet.
    await bench.store.saveIdempotent(realm, { ...record("k299", T0 + 3 * HOUR), status: 200 });
    await expect(bench.store.getIdempotent(realm, { key: "k299", now: T0 + 2 * HOUR })).resolves.toMatchObject({ status: 200 });
    await bench.store.saveIdempotent(realm, record("another", T0 + 3 * HOUR));
    // Asked as of a time when they held: what is null now is gone, not hidden.
    for (let count = 0; count < 299; count += 1) await expect(bench.store.getIdempotent(realm, { key: `k${count}`, now: T0 })).resolves.toBeNull();
  });

  it("keeps the first answer to a key until it expires", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    const record = { key: "k", bodyHash: "h", status: 202, response: "{}", expiresAt: T0 + HOUR };
    await bench.store.saveIdempotent(realm, record);
    await bench.store.saveIdempotent(realm, { ...record, status: 500 });
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toEqual(record);
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 + HOUR })).resolves.toBeNull();
    bench.clock.time = T0 + HOUR;
    await bench.store.saveIdempotent(realm, { ...record, status: 200, expiresAt: T0 + 2 * HOUR });
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 + HOUR })).resolves.toMatchObject({ status: 200 });
  });
}

const filter = everything({ includeHistory: true });

interface OwnIds {
  sessionId: string;
  turnId: string;
  memoryId: string;
  entityId: string;
  hash: string;
  spaceId: number;
}

/** Every read, as a stranger would try it on the ids of somebody else. */
const READS: Record<string, (store: Store, realm: Realm, ids: OwnIds) => Promise<unknown>> = {
  readAlignment: async (store, realm, { sessionId }) => (await store.readAlignment(realm, { sessionId, hashes: ["hash of tea"], times: [T0] })).length,
  listSessions: async (store, realm) => (await store.listSessions(realm, { limit: 9 })).items,
  listTurns: (store, realm, { sessionId }) => store.listTurns(realm, { sessionId, after: -1, limit: 9 }),
  openTurns: async (store, realm, { sessionId }) => (await store.openTurns(realm, { sessionId, limit: 9, context: 9 })).open,
  openWindows: (store, realm) => store.openWindows(realm),
  improvableWindows: (store, realm) => store.improvableWindows(realm, { limit: 9 }),
  findByContentHash: (store, realm, { hash }) => store.findByContentHash(realm, [hash]),
  forgottenHashes: (store, realm) => store.forgottenHashes(realm, ["hash of forgotten"]),
  getMemory: (store, realm, { memoryId }) => store.getMemory(realm, memoryId),
  listMemories: async (store, realm) => (await store.listMemories(realm, { includeHistory: true, now: T0 }, { limit: 9 })).items,
  history: (store, realm, { memoryId }) => store.history(realm, memoryId),
  listConflicts: async (store, realm) => (await store.listConflicts(realm, { limit: 9 })).items,
  findEntities: (store, realm) => store.findEntities(realm, ["ann"]),
  findNamed: (store, realm) => store.findNamed(realm, ["ann"]),
  listEntities: async (store, realm) => (await store.listEntities(realm, { limit: 9 })).items,
  getEntity: (store, realm, { entityId }) => store.getEntity(realm, entityId),
  findRelations: (store, realm) => store.findRelations(realm, { subjectKeys: ["ann"], predicates: ["LIKES"], now: T0 }),
  expand: async (store, realm) => {
    const { entities, hits } = await store.expand(realm, { keys: ["ann"], hops: 2, filter, limit: 9, entityLimit: 9 });
    return entities.length + hits.length;
  },
  searchText: (store, realm) => store.searchText(realm, { terms: ["tea"], filter, limit: 9, window: 3 }),
  searchVector: (store, realm, { spaceId }) => store.searchVector(realm, { spaceId, vector: unit(1, 0), filter, limit: 9, window: 3 }),
  similarities: async (store, realm, { spaceId, turnId }) => [...(await store.similarities(realm, { spaceId, vector: unit(1, 0), ids: [turnId] })).keys()],
  getDocuments: (store, realm, { turnId, memoryId }) => store.getDocuments(realm, [turnId, memoryId]),
  unembedded: (store, realm, { spaceId }) => store.unembedded(realm, { spaceId, limit: 9 }),
  embeddableTexts: (store, realm) => store.embeddableTexts(realm, { after: null, limit: 9 }),
  stats: async (store, realm) => {
    const { turns, memories, sessions, openTurns, entities, relations, openConflicts } = await store.stats(realm);
    return turns + memories + sessions + openTurns + entities + relations + openConflicts;
  },
};

/** Reads that a namespace does not narrow, but a user does. */
const USER_READS: Record<string, (store: Store, realm: Realm, ids: { spaceId: number }) => Promise<unknown>> = {
  userExists: (store, realm) => store.userExists(realm),
  spaces: (store, realm) => store.spaces(realm),
  activeSpaces: (store, realm) => store.activeSpaces(realm),
  weighting: (store, realm, { spaceId }) => store.weighting(realm, spaceId),
  llmUsage: (store, realm) => store.llmUsage(realm, { since: 0 }),
  getReceipt: (store, realm) => store.getReceipt(realm, "r"),
  getIdempotent: (store, realm) => store.getIdempotent(realm, { key: "k", now: T0 }),
};

const isNothing = (answer: unknown): boolean => answer === null || answer === 0 || answer === false || (Array.isArray(answer) && answer.length === 0);

export function isolationCases(bench: Bench): void {
  async function owner(): Promise<{ realm: Realm; ids: OwnIds }> {
    const realm = newRealm("mine");
    const { sessionId, turns } = await say(bench.store, realm, ["tea", "sun"]);
    const kept = await remember(bench.store, realm, "likes tea");
    const gone = await remember(bench.store, realm, "forgotten");
    await bench.store.eraseMemory(realm, { id: gone.id, at: T0 });
    const ann = entity("Ann");
    const mentions = [{ entityId: ann.id, documentId: kept.id }];
    await bench.store.commitMemories(realm, { writes: [], entities: [ann], mentions, relations: [relation(ann.id, "LIKES")] });
    await bench.store.writeMemory(realm, { action: "conflict", memory: memory("hates it"), with: [kept.id], group: "g", at: T0 });
    const weighting = { total: 1, ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    const space = await bench.store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting, documentsAtStart: 1, createdAt: T0 });
    await bench.store.saveVectors(realm, { spaceId: space.id, vectors: turns.map(({ id }) => ({ id, vector: unit(1, 0) })) });
    const served = await bench.store.createSpace(realm, { embedder: "f", model: "m", dimension: 2, weighting: null, documentsAtStart: 1, createdAt: T0 });
    await bench.store.saveVectors(realm, { spaceId: served.id, vectors: (await bench.store.unembedded(realm, { spaceId: served.id, limit: 9 })).map(({ id }) => ({ id, vector: null })) });
    await bench.store.activateSpace(realm, served.id);
    const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    await bench.store.recordLlmCalls(realm, [{ id: "c", at: T0, purpose: "capture", model: "m", ...tokens, costUsd: null, latencyMs: 1, outcome: "ok" }]);
    const read = await say(bench.store, realm, ["improvable"]);
    await bench.store.commitCapture(realm, { sessionId: read.sessionId, turnIds: read.turns.map(({ id }) => id), writes: [], at: T0, improvable: true });
    await bench.store.saveReceipts(realm, [{ id: "r", at: T0, kind: "recall", body: "{}" }]);
    await bench.store.saveIdempotent(realm, { key: "k", bodyHash: "h", status: 200, response: "{}", expiresAt: T0 + HOUR });
    return { realm, ids: { sessionId, turnId: turns[0]!.id, memoryId: kept.id, entityId: ann.id, hash: kept.contentHash, spaceId: space.id } };
  }

  it("shows the owner everything, so that the cases below prove something", async () => {
    bench.clock.time = T0;
    const { realm, ids } = await owner();
    for (const [name, read] of Object.entries({ ...READS, ...USER_READS })) {
      expect(isNothing(await read(bench.store, realm, ids)), name).toBe(false);
      expect(isNothing(await read(bench.store, realmOf(realm.userId, ["x", "mine"]), ids)) && name !== "readAlignment" && name !== "openTurns", name).toBe(false);
    }
  });

  it("shows another user nothing", async () => {
    const { ids } = await owner();
    const stranger = newRealm("mine");
    for (const [name, read] of Object.entries({ ...READS, ...USER_READS })) {
      expect(isNothing(await read(bench.store, stranger, ids)), name).toBe(true);
    }
    await say(bench.store, stranger, ["something"]);
    await bench.store.createSpace(stranger, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 1, createdAt: T0 });
    for (const name of ["listTurns", "getMemory", "searchText", "searchVector", "similarities", "getDocuments", "findByContentHash", "forgottenHashes", "history", "getEntity"]) {
      expect(isNothing(await READS[name]!(bench.store, stranger, ids)), name).toBe(true);
    }
  });

  it("shows another namespace nothing", async () => {
    const { realm, ids } = await owner();
    const other = realmOf(realm.userId, ["other", "global"]);
    for (const [name, read] of Object.entries(READS)) expect(isNothing(await read(bench.store, other, ids)), name).toBe(true);
  });

  it("lets no other realm change anything", async () => {
    const { realm, ids } = await owner();
    for (const stranger of [newRealm("mine"), realmOf(realm.userId, ["other"])]) {
      const { memoryId, sessionId, turnId, spaceId } = ids;
      await expect(bench.store.writeMemory(stranger, { action: "reinforce", memoryId, turnIds: [] })).rejects.toMatchObject({ code: "not_found" });
      await expect(bench.store.retireMemory(stranger, { id: memoryId, at: T0 })).resolves.toBe(false);
      await expect(bench.store.eraseMemory(stranger, { id: memoryId, at: T0 })).resolves.toBe(false);
      await expect(bench.store.mergeEntities(stranger, { from: ids.entityId, into: ids.entityId })).resolves.toBe(false);
      await expect(bench.store.resolveConflict(stranger, { group: "g", winnerId: memoryId, at: T0 })).resolves.toBe(false);
      await bench.store.touch(stranger, { ids: [memoryId], at: T0 });
      await expect(bench.store.commitCapture(stranger, { sessionId, turnIds: [turnId], writes: [], at: T0 })).resolves.toEqual({ outcome: "repeated" });
      await bench.store.saveVectors(stranger, { spaceId, vectors: [{ id: turnId, vector: unit(0, 1) }] });
    }
    await expect(bench.store.getMemory(realm, ids.memoryId)).resolves.toMatchObject({ accessCount: 0, reinforcedCount: 0, retiredAt: null });
    expect((await bench.store.openTurns(realm, { sessionId: ids.sessionId, limit: 9, context: 0 })).open).toHaveLength(2);
    await expect(bench.store.similarities(realm, { spaceId: ids.spaceId, vector: unit(1, 0), ids: [ids.turnId] })).resolves.toEqual(new Map([[ids.turnId, 1]]));
  });

  it("knows nobody after reads, and after writes that have nothing to keep", async () => {
    const realm = newRealm();
    const ids = { sessionId: "s", turnId: "t", memoryId: "m", entityId: "e", hash: "h", spaceId: 1 };
    for (const [name, read] of Object.entries({ ...READS, ...USER_READS })) expect(isNothing(await read(bench.store, realm, ids)), name).toBe(true);
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [] }] });
    await bench.store.saveReceipts(realm, [{ id: "r", at: T0, kind: "recall", body: "{}" }]);
    await bench.store.saveIdempotent(realm, { key: "k", bodyHash: "h", status: 200, response: "{}", expiresAt: T0 + HOUR });
    await bench.store.touch(realm, { ids: ["m"], at: T0 });
    await bench.store.saveVectors(realm, { spaceId: 1, vectors: [] });
    await bench.store.dropSpace(realm, 1);
    await expect(bench.store.activateSpace(realm, 1)).resolves.toBe(false);
    await expect(bench.store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 0, createdAt: T0 })).rejects.toMatchObject({ code: "unknown_user" });
    await expect(bench.store.commitCapture(realm, { sessionId: "s", turnIds: [], writes: [{ action: "create", memory: memory("x") }], at: T0 })).resolves.toEqual({ outcome: "repeated" });
    await expect(append(bench.store, realm, { sessionId: "s", revision: 3, inserts: [{ at: 0, turns: [turn("x")] }] })).resolves.toEqual({ outcome: "stale" });
    await expect(append(bench.store, realm, { sessionId: "s", inserts: [{ at: 1, turns: [turn("x")] }] })).rejects.toMatchObject({ code: "invalid_fields" });
    await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    expect(await bench.store.users()).not.toContain(realm.userId);
  });
}

export function callCases(bench: Bench, driver: StoreDriver): void {
  it("lists the users, whatever their ids hold", async () => {
    const ids = ["../../etc/passwd", "a/b", "名前", "x".repeat(128), " "];
    for (const id of ids) await say(bench.store, realmOf(id), ["a"]);
    const users = await bench.store.users();
    for (const id of ids) expect(users).toContain(id);
    expect(new Set(users).size).toBe(users.length);
  });

  it("answers a ping", async () => {
    await expect(bench.store.ping()).resolves.toBeUndefined();
  });

  it("sees every write that was acknowledged before the read", async () => {
    const realm = newRealm();
    for (let revision = 0; revision < 20; revision += 1) {
      await append(bench.store, realm, { sessionId: "s", revision, inserts: [{ at: revision, turns: [turn(`word${revision}`)] }] });
      const found = await Promise.all([1, 2, 3].map(() => bench.store.searchText(realm, { terms: [`word${revision}`], filter, limit: 1, window: 0 })));
      expect(found.map((hits) => hits.length)).toEqual([1, 1, 1]);
    }
  });

  it("frees a caller that gave up, before and during the call", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["tea"]);
    const calls = (options: CallOptions): Promise<unknown>[] => [
      bench.store.searchText(realm, { terms: ["tea"], filter, limit: 5, window: 0 }, options),
      bench.store.appendTurns(realm, { session: { sessionId: "z", channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns: [turn("never")] }] }, options),
      bench.store.users(options),
      bench.store.ping(options),
    ];
    for (const call of calls({ signal: AbortSignal.abort() })) await expect(call).rejects.toMatchObject({ code: "aborted" });
    await expect(bench.store.listTurns(realm, { sessionId: "z", after: -1, limit: 1 })).resolves.toBeNull();
    const controller = new AbortController();
    const started = calls({ signal: controller.signal });
    controller.abort();
    for (const { status, reason } of (await Promise.allSettled(started)) as { status: string; reason?: { code: string } }[]) {
      expect(status === "fulfilled" || reason?.code === "aborted").toBe(true);
    }
    await expect(bench.store.searchText(realm, { terms: ["tea"], filter, limit: 5, window: 0 })).resolves.toHaveLength(1);
  });

  it("hands out copies", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x", { tags: ["a"] });
    (await bench.store.getMemory(realm, id))!.tags.push("b");
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ tags: ["a"] });
  });

  it("refuses calls after it was closed, and closes twice", async () => {
    const store = await driver.open({ clock: bench.clock });
    await say(store, newRealm(), ["a"]);
    await store.close();
    await store.close();
    await expect(store.ping()).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(store.listSessions(wholeUser("u"), { limit: 1 })).rejects.toMatchObject({ code: "store_unavailable" });
  });

  const { reopen } = driver;
  const lacking = typeof reopen === "function" ? "" : ` (skipped: ${reopen.lacking})`;
  it.skipIf(lacking !== "")(`holds what was acknowledged when it is opened again${lacking}`, async () => {
    const realm = newRealm();
    const first = await driver.open({ clock: bench.clock });
    const { sessionId } = await say(first, realm, ["tea"]);
    const kept = await remember(first, realm, "likes tea");
    const store = await (reopen as (store: Store) => Promise<Store>)(first);
    expect((await store.listTurns(realm, { sessionId, after: -1, limit: 5 }))?.turns).toHaveLength(1);
    await expect(store.getMemory(realm, kept.id)).resolves.toMatchObject({ text: "likes tea" });
    await expect(store.searchText(realm, { terms: ["tea"], filter, limit: 5, window: 0 })).resolves.toHaveLength(2);
    await expect(store.users()).resolves.toContain(realm.userId);
    await expect(store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    await store.close();
  });
}
