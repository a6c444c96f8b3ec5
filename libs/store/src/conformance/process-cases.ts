import type { Realm } from "@memory-cortex/models";
import { realmOf } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { QUOTING_KEY_PREFIX } from "../idempotency.ts";
import type { Revisions } from "../revisions.ts";
import type { Bench } from "./factories.ts";
import { entity, HOUR, memory, newRealm, relation, remember, say, T0, unit } from "./factories.ts";

const NONE: Revisions = { knowledge: 0, content: 0, erasures: 0 };

/** What a call did to the revisions of a user. */
async function growth(bench: Bench, realm: Realm, call: () => Promise<unknown>): Promise<Revisions> {
  const before = await bench.store.revisions(realm);
  await call();
  const after = await bench.store.revisions(realm);
  return { knowledge: after.knowledge - before.knowledge, content: after.content - before.content, erasures: after.erasures - before.erasures };
}

/** How much each grew: not, or at all. */
const grown = ({ knowledge, content, erasures }: Revisions): string => [knowledge > 0 ? "knowledge" : "", content > 0 ? "content" : "", erasures > 0 ? "erasures" : ""].filter((name) => name !== "").join(" ");

export function revisionCases(bench: Bench): void {
  it("are 0 for a user who does not exist, and the user's own, whatever the namespaces", async () => {
    const realm = newRealm("mine");
    await expect(bench.store.revisions(realm)).resolves.toEqual(NONE);
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    await remember(bench.store, realm, "x");
    const own = await bench.store.revisions(realm);
    expect(grown(own)).toBe("knowledge content");
    await expect(bench.store.revisions(realmOf(realm.userId, ["other"]))).resolves.toEqual(own);
    await expect(bench.store.revisions(newRealm("mine"))).resolves.toEqual(NONE);
  });

  it("grow with everything that changes what is known", async () => {
    const realm = newRealm();
    const { store } = bench;
    bench.clock.time = T0;
    const { sessionId, turns } = await say(store, realm, ["a", "b"]);
    const [a, b] = turns.map(({ id }) => id) as [string, string];
    const kept = await remember(store, realm, "likes tea");
    const other = await remember(store, realm, "likes rum");
    const [ann, anna] = [entity("Ann"), entity("Anna")];
    const steps: [string, () => Promise<unknown>][] = [
      ["create", () => remember(store, realm, "new")],
      ["reinforce", () => store.writeMemory(realm, { action: "reinforce", memoryId: kept.id, turnIds: [a] })],
      ["conflict", () => store.writeMemory(realm, { action: "conflict", memory: memory("hates tea", { id: `${kept.id} not` }), with: [kept.id], group: `${kept.id} g`, at: T0 })],
      ["resolve", () => store.resolveConflict(realm, { group: `${kept.id} g`, winnerId: kept.id, at: T0 })],
      ["capture", () => store.commitCapture(realm, { sessionId, turnIds: [a], writes: [{ action: "create", memory: memory("said") }], at: T0 })],
      ["graph", () => store.commitMemories(realm, { writes: [], entities: [ann, anna], mentions: [ann, anna].map(({ id }) => ({ entityId: id, documentId: kept.id })), relations: [relation(ann.id, "LIKES")] })],
      ["merge", () => store.mergeEntities(realm, { from: anna.id, into: ann.id })],
      ["unmerge", () => store.unmergeEntity(realm, anna.id)],
      ["retire", () => store.retireMemory(realm, { id: other.id, at: T0 })],
    ];
    for (const [name, step] of steps) expect(grown(await growth(bench, realm, step)), name).toBe("knowledge content");
    expect(grown(await growth(bench, realm, () => store.eraseMemory(realm, { id: kept.id, at: T0 })))).toBe("knowledge content erasures");
    // Turns that were read and said nothing: what is known stays as it is.
    expect(grown(await growth(bench, realm, () => store.commitCapture(realm, { sessionId, turnIds: [b], writes: [], at: T0 })))).toBe("content");
  });

  it("grow with what an answer rests on besides, for content alone", async () => {
    const realm = newRealm();
    const { store } = bench;
    const { turns } = await say(store, realm, ["a"]);
    let spaceId = 0;
    const steps: [string, () => Promise<unknown>][] = [
      ["append", () => say(store, realm, ["b"])],
      ["space", async () => (spaceId = (await store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 1, createdAt: T0 })).id)],
      ["vectors", async () => store.saveVectors(realm, { spaceId, vectors: (await store.unembedded(realm, { spaceId, limit: 9 })).map(({ id }) => ({ id, vector: unit(1, 0) })) })],
      ["activate", () => store.activateSpace(realm, spaceId)],
      ["drop", () => store.dropSpace(realm, spaceId)],
    ];
    expect(turns).toHaveLength(1);
    for (const [name, step] of steps) expect(grown(await growth(bench, realm, step)), name).toBe("content");
  });

  it("stay as they are with what is written about answers, with reads, and with what was refused", async () => {
    const realm = newRealm();
    const { store } = bench;
    bench.clock.time = T0;
    const { sessionId, turns } = await say(store, realm, ["a"]);
    const { id } = await remember(store, realm, "x");
    await store.commitCapture(realm, { sessionId, turnIds: [turns[0]!.id], writes: [], at: T0 });
    const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const steps: [string, () => Promise<unknown>][] = [
      ["touch", () => store.touch(realm, { ids: [id], at: T0 })],
      ["receipts", () => store.saveReceipts(realm, [{ id: "r", at: T0, kind: "recall", body: "{}" }])],
      ["reservation", () => store.reserveIdempotent(realm, { key: "k", owner: "o", now: T0, until: T0 + HOUR })],
      ["answer", () => store.saveIdempotent(realm, { key: "k", owner: "o", bodyHash: "h", status: 200, response: "{}", expiresAt: T0 + HOUR })],
      ["note", () => store.saveNote(realm, { key: "n", body: "b", expiresAt: T0 + HOUR })],
      ["taken note", () => store.takeNote(realm, { key: "n", now: T0 })],
      ["call", () => store.recordLlmCalls(realm, [{ id: "c", at: T0, purpose: "capture", model: "m", ...tokens, costUsd: null, latencyMs: 1, outcome: "ok" }])],
      ["search", () => store.getDocuments(realm, [id])],
      ["repeated capture", () => store.commitCapture(realm, { sessionId, turnIds: [turns[0]!.id], writes: [{ action: "create", memory: memory("y") }], at: T0 })],
      ["retiring nothing", () => store.retireMemory(realm, { id: "none", at: T0 })],
      ["erasing nothing", () => store.eraseMemory(realm, { id: "none", at: T0 })],
      ["merging nothing", () => store.mergeEntities(realm, { from: "none", into: "nobody" })],
      ["a write that throws", () => store.writeMemory(realm, { action: "reinforce", memoryId: "none", turnIds: [] }).catch(() => undefined)],
      ["a commit that throws", () => store.commitMemories(realm, { writes: [{ action: "create", memory: memory("z") }, { action: "reinforce", memoryId: "none", turnIds: [] }] }).catch(() => undefined)],
    ];
    for (const [name, step] of steps) await expect(growth(bench, realm, step), name).resolves.toEqual(NONE);
  });
}

export function staleCases(bench: Bench): void {
  it("are not written, and written when they rest on what is so", async () => {
    const realm = newRealm();
    const { store } = bench;
    const first = memory("first");
    await expect(store.commitMemories(realm, { writes: [{ action: "create", memory: first }], basedOn: 0 })).resolves.toEqual({ outcome: "committed" });
    const { knowledge } = await store.revisions(realm);
    const second = memory("second");
    const ann = entity("Ann");
    const commit = { writes: [{ action: "create" as const, memory: second }], entities: [ann], mentions: [{ entityId: ann.id, documentId: second.id }], relations: [] };
    for (const basedOn of [0, knowledge - 1, knowledge + 1]) {
      const before = await store.revisions(realm);
      await expect(store.commitMemories(realm, { ...commit, basedOn })).resolves.toEqual({ outcome: "stale" });
      await expect(store.getMemory(realm, second.id)).resolves.toBeNull();
      await expect(store.findEntities(realm, ["ann"])).resolves.toEqual([]);
      await expect(store.revisions(realm)).resolves.toEqual(before);
    }
    // Turns that arrive meanwhile change nothing of what was decided.
    await say(store, realm, ["a"]);
    await expect(store.commitMemories(realm, { ...commit, basedOn: knowledge })).resolves.toEqual({ outcome: "committed" });
    await expect(store.commitMemories(realm, { ...commit, basedOn: knowledge })).resolves.toEqual({ outcome: "stale" });
    await expect(store.commitMemories(realm, commit)).resolves.toEqual({ outcome: "committed" });
  });

  it("leave turns open, and say so only when the turns are still open", async () => {
    const realm = newRealm();
    const { store } = bench;
    const { sessionId, turns } = await say(store, realm, ["a"]);
    const { knowledge } = await store.revisions(realm);
    await remember(store, realm, "meanwhile");
    const created = memory("said");
    const commit = { sessionId, turnIds: [turns[0]!.id], writes: [{ action: "create" as const, memory: created }], at: T0 };
    await expect(store.commitCapture(realm, { ...commit, basedOn: knowledge })).resolves.toEqual({ outcome: "stale" });
    expect((await store.openTurns(realm, { sessionId, limit: 9, context: 0 })).open).toHaveLength(1);
    await expect(store.getMemory(realm, created.id)).resolves.toBeNull();
    await expect(store.commitCapture(realm, { ...commit, basedOn: (await store.revisions(realm)).knowledge })).resolves.toEqual({ outcome: "committed" });
    await expect(store.commitCapture(realm, { ...commit, basedOn: knowledge })).resolves.toEqual({ outcome: "repeated" });
  });

  it("come from one of several that decide at the same time, for a new user too", async () => {
    const realm = newRealm();
    const { store } = bench;
    for (let round = 0; round < 5; round += 1) {
      const { knowledge } = await store.revisions(realm);
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => store.commitMemories(realm, { writes: [{ action: "create", memory: memory(`round ${round}`) }], basedOn: knowledge })));
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["committed", "stale", "stale", "stale"]);
    }
    expect((await store.listMemories(realm, { includeHistory: true, now: T0 }, { limit: 99 })).items).toHaveLength(5);
  });

  it("refuse a user who is not there any more", async () => {
    const realm = newRealm();
    await expect(bench.store.commitMemories(realm, { writes: [{ action: "create", memory: memory("x") }], basedOn: 3 })).resolves.toEqual({ outcome: "stale" });
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
  });

  it("tie names together in the commit that brings them, and pass over what cannot be", async () => {
    const realm = newRealm("mine");
    const { store } = bench;
    const kept = await remember(store, realm, "Ann Weber and Ann");
    const [weber, ann, elsewhere] = [entity("Ann Weber"), entity("Ann"), entity("Ann elsewhere")];
    const there = realmOf(realm.userId, ["other"]);
    const other = await remember(store, there, "Ann elsewhere");
    await store.commitMemories(there, { writes: [], entities: [elsewhere], mentions: [{ entityId: elsewhere.id, documentId: other.id }], relations: [] });
    const merges = [
      { from: "nobody", into: weber.id }, { from: ann.id, into: elsewhere.id }, { from: ann.id, into: weber.id }, { from: ann.id, into: weber.id },
    ];
    await store.commitMemories(realm, { writes: [], entities: [weber], mentions: [{ entityId: weber.id, documentId: kept.id }], relations: [] });
    await expect(store.commitMemories(realm, { writes: [], entities: [ann], mentions: [{ entityId: ann.id, documentId: kept.id }], relations: [], merges })).resolves.toEqual({ outcome: "committed" });
    await expect(store.findEntities(realm, ["ann"])).resolves.toMatchObject([{ id: weber.id, aliases: ["Ann"] }]);
    expect((await store.getEntity(there, elsewhere.id))?.merged).toEqual([]);
    await expect(store.unmergeEntity(realm, ann.id)).resolves.toBe(true);
    await expect(store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
  });
}

export function reservationCases(bench: Bench): void {
  const until = T0 + HOUR;
  const request = (owner: string, fields: { key?: string; now?: number; until?: number } = {}) => ({ key: "k", owner, now: T0, until, ...fields });
  const record = (owner: string, key = "k") => ({ key, owner, bodyHash: "h", status: 201, response: `{"by":"${owner}"}`, expiresAt: T0 + 24 * HOUR });

  it("belong to one of several who ask at the same time, also for a user who is not there, and make no user", async () => {
    bench.clock.time = T0;
    for (const exists of [true, false]) {
      const realm = newRealm();
      if (exists) await say(bench.store, realm, ["a"]);
      const answers = await Promise.all(["a", "b", "c", "d"].map((owner) => bench.store.reserveIdempotent(realm, request(owner))));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["in_flight", "in_flight", "in_flight", "reserved"]);
      await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toBeNull();
      await expect(bench.store.userExists(realm)).resolves.toBe(exists);
    }
    const [one, other] = [newRealm(), newRealm()];
    await expect(bench.store.reserveIdempotent(one, request("a"))).resolves.toEqual({ outcome: "reserved" });
    await expect(bench.store.reserveIdempotent(one, request("b", { key: "another" }))).resolves.toEqual({ outcome: "reserved" });
    await expect(bench.store.reserveIdempotent(other, request("b"))).resolves.toEqual({ outcome: "reserved" });
  });

  it("hold until the answer is there, which everybody gets from then on", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await bench.store.reserveIdempotent(realm, request("a"));
    // The work makes the user.
    await say(bench.store, realm, ["a"]);
    await expect(bench.store.reserveIdempotent(realm, request("b"))).resolves.toEqual({ outcome: "in_flight" });
    await bench.store.saveIdempotent(realm, record("a"));
    const { owner: _, ...kept } = record("a");
    for (const owner of ["a", "b"]) await expect(bench.store.reserveIdempotent(realm, request(owner))).resolves.toEqual({ outcome: "answered", record: kept });
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toEqual(kept);
    bench.clock.time = T0 + 24 * HOUR;
    await expect(bench.store.reserveIdempotent(realm, request("b", { now: bench.clock.time, until: bench.clock.time + 1 }))).resolves.toEqual({ outcome: "reserved" });
    bench.clock.time = T0;
  });

  it("are given back, and only by their owner", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    await bench.store.reserveIdempotent(realm, request("a"));
    await bench.store.releaseIdempotent(realm, { key: "k", owner: "b" });
    await expect(bench.store.reserveIdempotent(realm, request("b"))).resolves.toEqual({ outcome: "in_flight" });
    await bench.store.releaseIdempotent(realm, { key: "k", owner: "a" });
    await expect(bench.store.reserveIdempotent(realm, request("b"))).resolves.toEqual({ outcome: "reserved" });
    await bench.store.releaseIdempotent(newRealm(), { key: "k", owner: "b" });
    await expect(bench.store.reserveIdempotent(realm, request("c"))).resolves.toEqual({ outcome: "in_flight" });
  });

  it("end by themselves when nobody holds on to them, and an answer that comes too late is not kept", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    await bench.store.reserveIdempotent(realm, request("a", { until: T0 + 10 }));
    await expect(bench.store.reserveIdempotent(realm, request("a", { now: T0 + 5, until: T0 + 20 }))).resolves.toEqual({ outcome: "reserved" });
    await expect(bench.store.reserveIdempotent(realm, request("b", { now: T0 + 19 }))).resolves.toEqual({ outcome: "in_flight" });
    await expect(bench.store.reserveIdempotent(realm, request("b", { now: T0 + 20 }))).resolves.toEqual({ outcome: "reserved" });
    await bench.store.saveIdempotent(realm, record("a"));
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toBeNull();
    await bench.store.saveIdempotent(realm, record("b"));
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toMatchObject({ response: '{"by":"b"}' });
  });

  it("keep no answer that was made before something was erased and may quote it", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    const { id } = await remember(bench.store, realm, "secret");
    const quoting = `${QUOTING_KEY_PREFIX}k`;
    await bench.store.reserveIdempotent(realm, request("a", { key: quoting }));
    await bench.store.reserveIdempotent(realm, request("a"));
    await bench.store.eraseMemory(realm, { id, at: T0 });
    await bench.store.saveIdempotent(realm, record("a", quoting));
    await bench.store.saveIdempotent(realm, record("a"));
    await expect(bench.store.getIdempotent(realm, { key: quoting, now: T0 })).resolves.toBeNull();
    await expect(bench.store.getIdempotent(realm, { key: "k", now: T0 })).resolves.toMatchObject({ status: 201 });
  });
}

export function noteCases(bench: Bench): void {
  const note = (key: string, body: string, expiresAt = T0 + HOUR) => ({ key, body, expiresAt });

  it("are kept until they expire, the latest under a key, for their user alone", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    await expect(bench.store.saveNote(realm, note("n", "first"))).resolves.toBe(true);
    await bench.store.saveNote(realm, note("n", "second"));
    await bench.store.saveNote(realm, note("m", "other"));
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toEqual(note("n", "second"));
    await expect(bench.store.getNote(realm, { key: "n", now: T0 + HOUR })).resolves.toBeNull();
    await expect(bench.store.takeNote(realm, { key: "n", now: T0 + HOUR })).resolves.toBeNull();
    const stranger = newRealm();
    await say(bench.store, stranger, ["a"]);
    await expect(bench.store.getNote(stranger, { key: "n", now: T0 })).resolves.toBeNull();
    await expect(bench.store.takeNote(stranger, { key: "n", now: T0 })).resolves.toBeNull();
  });

  it("go to one of several who take them", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    await bench.store.saveNote(realm, note("n", "b"));
    const taken = await Promise.all([1, 2, 3].map(() => bench.store.takeNote(realm, { key: "n", now: T0 })));
    expect(taken.filter((each) => each !== null)).toEqual([note("n", "b")]);
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toBeNull();
  });

  it("go with anything that is erased, and what was read before is not noted after", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    const { id } = await remember(bench.store, realm, "secret");
    const { erasures } = await bench.store.revisions(realm);
    await expect(bench.store.saveNote(realm, { ...note("n", "secret"), erasures })).resolves.toBe(true);
    await bench.store.retireMemory(realm, { id, at: T0 });
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toMatchObject({ body: "secret" });
    await bench.store.eraseMemory(realm, { id, at: T0 });
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toBeNull();
    await expect(bench.store.saveNote(realm, { ...note("n", "secret"), erasures })).resolves.toBe(false);
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toBeNull();
    await expect(bench.store.saveNote(realm, { ...note("n", "new"), erasures: erasures + 1 })).resolves.toBe(true);
  });

  it("make no user", async () => {
    const realm = newRealm();
    await expect(bench.store.saveNote(realm, note("n", "b"))).resolves.toBe(false);
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toBeNull();
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
  });

  it("that have expired are cleared away", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    await say(bench.store, realm, ["a"]);
    for (let count = 0; count < 20; count += 1) await bench.store.saveNote(realm, note(`n${count}`, "b", T0 + 10));
    bench.clock.time = T0 + 10;
    await bench.store.saveNote(realm, note("m", "b"));
    // Asked as of a time when they held: what is null now is gone, not hidden.
    for (let count = 0; count < 20; count += 1) await expect(bench.store.getNote(realm, { key: `n${count}`, now: T0 })).resolves.toBeNull();
    bench.clock.time = T0;
  });
}
