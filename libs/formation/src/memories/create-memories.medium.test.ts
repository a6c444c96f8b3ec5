import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CortexError, realmOf, uuidV7Source } from "@memory-cortex/models";
import { rememberRequest, updateRequest } from "@memory-cortex/models/wire";
import type { Memory } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { analyseQuery } from "@memory-cortex/text";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createMemories } from "./create-memories.ts";
import type { Memories } from "./create-memories.ts";

const START = Date.UTC(2026, 4, 14);
const clock = { time: START, now: () => clock.time };

let home: string;
let store: Store;
let memories: Memories;
let enqueued: unknown[];
let userNumber = 0;
let user: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "cortex-memories-"));
  store = await openSqliteStore({ home, clock, readers: 1 });
});

afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true });
});

beforeEach(() => {
  userNumber += 1;
  user = `user-${userNumber}`;
  clock.time = START;
  enqueued = [];
  const queue = { enqueue: async (...job: unknown[]) => void enqueued.push(job.slice(0, 2)) };
  memories = createMemories({ store, queue, clock, ids: uuidV7Source(clock) });
});

const realm = (...namespaces: string[]) => realmOf(user, namespaces.length === 0 ? ["global"] : namespaces);
const request = (content: string, over: object = {}) => rememberRequest.parse({ content, user_id: user, ...over });
const remember = (content: string, over: object = {}) => memories.remember(realm(), request(content, over));
const current = { includeHistory: false, now: START };

async function listed(): Promise<Memory[]> {
  return (await memories.list(realm(), { ...current, now: clock.time }, { limit: 50 })).items;
}

async function found(query: string): Promise<string[]> {
  const filter = { kinds: ["memory" as const], includeHistory: false, now: clock.time };
  const hits = await store.searchText(realm(), { terms: analyseQuery(query), filter, limit: 10, window: 0 });
  return hits.map(({ ref }) => ref.id);
}

describe("remember", () => {
  it("keeps a statement so that words find it, and wakes the embedding", async () => {
    const answer = await remember("I take my coffee black", { topic: "drinks", tags: ["coffee"], type: "preference", importance: 0.8, source: "cli" });
    expect(answer).toEqual({ id: answer.id, stored: true, outcome: "created" });
    expect(await memories.get(realm(), answer.id)).toMatchObject({
      text: "I take my coffee black", topic: "drinks", tags: ["coffee"], type: "preference", importance: 0.8, confidence: 1, lifetime: "permanent", expiresAt: null,
      source: "cli", observedAt: START, createdAt: START, namespace: "global", provenance: [],
    });
    expect(await found("coffee")).toEqual([answer.id]);
    expect(await found("drinks")).toEqual([answer.id]);
    expect(enqueued).toEqual([["embed", { user_id: user }]]);
  });

  it("keeps the same statement once, also when it comes twice at the same time", async () => {
    const answers = await Promise.all([remember("I take my coffee black"), remember("I take my coffee black"), remember("I take my coffee black  ")]);
    const first = answers.find(({ outcome }) => outcome === "created")!;
    expect(answers.filter(({ outcome }) => outcome === "duplicate")).toEqual([1, 2].map(() => ({ id: first.id, stored: false, outcome: "duplicate", of: first.id })));
    expect(await listed()).toHaveLength(1);
  });

  it("keeps the same statement in each namespace", async () => {
    await remember("I take my coffee black");
    const other = await memories.remember(realm("personal", "global"), request("I take my coffee black"));
    expect(other.outcome).toBe("created");
    expect(await memories.get(realm("personal"), other.id)).toMatchObject({ namespace: "personal" });
  });

  it("may be told again what has ended or was erased", async () => {
    const first = await remember("I take my coffee black");
    await memories.retire(realm(), first.id);
    const second = await remember("I take my coffee black");
    expect(second.outcome).toBe("created");
    await memories.erase(realm(), second.id);
    expect((await remember("I take my coffee black")).outcome).toBe("created");
  });

  it("is not told again by an import what was erased, in its namespace", async () => {
    const { id } = await remember("The barn's alarm code is on the door.");
    await memories.erase(realm(), id);
    await expect(remember("The barn's alarm code is on the door.", { unless_forgotten: true })).rejects.toMatchObject({ code: "forgotten", status: 409 });
    expect(await listed()).toEqual([]);
    expect(await memories.remember(realm("work"), request("The barn's alarm code is on the door.", { unless_forgotten: true }))).toMatchObject({ outcome: "created" });
    expect(await remember("The barn is red.", { unless_forgotten: true })).toMatchObject({ outcome: "created" });
  });

  it("writes no secret anywhere", async () => {
    const { id } = await remember("my password is hunter2", { topic: "password=hunter2", tags: ["pwd:hunter2"] });
    const memory = await memories.get(realm(), id);
    expect(memory.text).toBe("my password is [redacted:password]");
    expect(JSON.stringify(memory)).not.toContain("hunter2");
    expect(await found("hunter2")).toEqual([]);
  });

  it("answers when the queue is broken", async () => {
    const lines: string[] = [];
    const broken = { enqueue: () => Promise.reject(new Error("no queue")) };
    const log = { info: () => undefined, warn: (_: object, message: string) => void lines.push(message) };
    const service = createMemories({ store, queue: broken, clock, ids: uuidV7Source(clock), log });
    expect((await service.remember(realm(), request("I take my coffee black"))).outcome).toBe("created");
    expect(lines).toHaveLength(1);
  });

  it.each([
    [{}, "permanent", null],
    [{ scope: "project" }, "project", null],
    [{ lifetime: "session" }, "session", START + 86_400_000],
    [{ lifetime: "ttl", ttl_seconds: 60 }, "ttl", START + 60_000],
    [{ ttl_seconds: 60 }, "ttl", START + 60_000],
    [{ lifetime: "project", scope: "session", ttl_seconds: 60 }, "project", START + 60_000],
  ])("%j lasts: %s", async (over, lifetime, expiresAt) => {
    const { id } = await remember("I take my coffee black", over);
    expect(await memories.get(realm(), id)).toMatchObject({ lifetime, expiresAt });
  });

  it.each([
    [{ lifetime: "ttl" }, "ttl_seconds"],
    [{ valid_from: 2_000, valid_to: 1_000 }, "valid_to"],
  ])("refuses %j and writes nothing", async (over, path) => {
    await expect(remember("I take my coffee black", over)).rejects.toMatchObject({ code: "invalid_fields", errors: [{ path }] });
    expect(await listed()).toEqual([]);
  });
});

describe("versions", () => {
  it("a statement that supersedes another takes its place", async () => {
    const old = await remember("I live in Porto");
    clock.time += 1_000;
    const next = await remember("I live in Graz", { supersedes: old.id });
    expect(next).toEqual({ id: next.id, stored: true, outcome: "superseded", of: old.id });
    expect((await listed()).map(({ id }) => id)).toEqual([next.id]);
    expect(await memories.get(realm(), old.id)).toMatchObject({ supersededBy: next.id, retiredAt: clock.time });
    expect(await memories.get(realm(), next.id)).toMatchObject({ supersedes: old.id });
  });

  it("superseding by the very same words is a duplicate", async () => {
    const old = await remember("I live in Porto");
    expect(await remember("I live in Porto", { supersedes: old.id })).toEqual({ id: old.id, stored: false, outcome: "duplicate", of: old.id });
  });

  it("of two corrections at the same time the second is refused, so that versions never fork", async () => {
    const old = await remember("I live in Porto");
    const outcomes = await Promise.allSettled([remember("I live in Graz", { supersedes: old.id }), remember("I live in Lyon", { supersedes: old.id })]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "memory_ended", status: 409 } });
    expect(await listed()).toHaveLength(1);
  });

  it("an update keeps what it does not name", async () => {
    const old = await remember("I live in Porto", { tags: ["home"], importance: 0.9, topic: "home", ttl_seconds: 60 });
    clock.time += 1_000;
    const next = await memories.update(realm(), old.id, updateRequest.parse({ importance: 0.2, topic: null }));
    expect(next).toMatchObject({ text: "I live in Porto", tags: ["home"], importance: 0.2, topic: null, lifetime: "ttl", expiresAt: START + 60_000, observedAt: START, createdAt: clock.time, supersedes: old.id });
    const reworded = await memories.update(realm(), next.id, updateRequest.parse({ content: "I live in Graz, my password is hunter2", lifetime: "permanent" }));
    expect(reworded).toMatchObject({ text: "I live in Graz, my password is [redacted:password]", observedAt: clock.time, expiresAt: null });
    expect(await found("Porto")).toEqual([]);
    expect(await found("Graz")).toEqual([reworded.id]);
  });

  it("a new version stays in the namespace of the old one", async () => {
    const { id } = await memories.remember(realm("personal"), request("I live in Porto"));
    const next = await memories.update(realm("global", "personal"), id, updateRequest.parse({ content: "I live in Graz" }));
    expect(next.namespace).toBe("personal");
  });

  it.each(["retired", "superseded", "expired"])("a memory that is %s cannot be corrected", async (how) => {
    const old = await remember("I live in Porto", how === "expired" ? { ttl_seconds: 1 } : {});
    if (how === "retired") await memories.retire(realm(), old.id);
    if (how === "superseded") await remember("I live in Graz", { supersedes: old.id });
    clock.time += 5_000;
    await expect(memories.update(realm(), old.id, updateRequest.parse({ importance: 1 }))).rejects.toMatchObject({ code: "memory_ended" });
    await expect(remember("I live in Lyon", { supersedes: old.id })).rejects.toMatchObject({ code: "memory_ended" });
  });
});

describe("told against what is known", () => {
  it("a change supersedes what was so, and both are believed for their times", async () => {
    const old = await remember("I live in Berlin");
    clock.time = START + 40 * 86_400_000;
    const next = await remember("We moved to Lisbon");
    expect(next).toEqual({ id: next.id, stored: true, outcome: "superseded", of: old.id });
    expect(await memories.get(realm(), old.id)).toMatchObject({ validTo: clock.time, retiredAt: null, supersededBy: next.id });
    expect((await listed()).map(({ id }) => id)).toEqual([next.id]);
  });

  it("a contradiction is kept beside what it contradicts, as a conflict", async () => {
    const old = await remember("I work at Acme");
    const other = await remember("I work at Globex");
    expect(other).toEqual({ id: other.id, stored: true, outcome: "conflict", of: old.id });
    expect((await listed()).map(({ conflictStatus }) => conflictStatus)).toEqual(["active", "active"]);
  });

  it("what says no more than a known statement reinforces it, unless the client tells more of it", async () => {
    const first = await remember("I live in Lisbon with my flatmates", { confidence: 0.5 });
    expect(await remember("I live in Lisbon")).toEqual({ id: first.id, stored: false, outcome: "reinforced", of: first.id });
    expect(await memories.get(realm(), first.id)).toMatchObject({ confidence: expect.closeTo(0.55) as number, reinforcedCount: 1 });
    expect((await remember("I live in Lisbon", { tags: ["home"] })).outcome).toBe("created");
  });

  it("statements that are only alike stay two", async () => {
    await remember("I take my coffee black");
    expect((await remember("I take my tea black")).outcome).toBe("created");
    expect((await remember("My sister takes her coffee black")).outcome).toBe("created");
    expect(await listed()).toHaveLength(3);
  });

  it("what holds for an hour changes nothing lasting", async () => {
    const old = await remember("I live in Berlin");
    expect((await remember("I live in Lisbon now", { ttl_seconds: 3_600 })).outcome).toBe("created");
    expect(await memories.get(realm(), old.id)).toMatchObject({ validTo: null, conflictStatus: null });
  });

  it("makes the facts in it known", async () => {
    const { id } = await remember("I live in Lisbon");
    const [hit] = await store.findRelations(realm(), { subjectKeys: ["user"], predicates: ["LIVES_IN"], now: clock.time });
    expect(hit).toMatchObject({ relation: { object: "Lisbon", memoryId: id } });
  });

  it("two that change the same thing at once make one line of versions", async () => {
    await remember("I live in Berlin");
    clock.time += 86_400_000;
    const answers = await Promise.all([remember("I moved to Lisbon"), remember("I moved to Graz"), remember("I moved to Porto")]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["superseded", "superseded", "superseded"]);
    expect(await listed()).toHaveLength(1);
    expect(await store.history(realm(), answers[0].id)).toHaveLength(4);
  });
});

describe("names of one thing in what is told", () => {
  const parts = async (id: string) => (await store.getEntity(realm(), id))!;

  it("are tied together, which can be undone", async () => {
    const long = await remember("My sister Melanie lives in Graz");
    const short = await remember("My sister Mel works as a midwife");
    const [melanie, ...others] = await store.findEntities(realm(), ["mel", "melanie"]);
    expect(others).toEqual([]);
    expect(melanie).toMatchObject({ name: "Melanie", aliases: ["Mel"], type: "person", documents: 2 });
    const { merged, memoryIds } = await parts(melanie!.id);
    expect(memoryIds).toEqual([short.id, long.id]);
    await store.unmergeEntity(realm(), merged[0]!.id);
    expect((await parts(melanie!.id)).memoryIds).toEqual([long.id]);
    expect((await parts(merged[0]!.id)).memoryIds).toEqual([short.id]);
  });

  it("keep what is said of each after they were tied together, so that undoing it parts that too and nothing ties them again", async () => {
    const long = await remember("My sister Melanie lives in Graz");
    const short = await remember("My sister Mel works as a midwife");
    const since = await remember("My sister Mel has a dog called Rex");
    const [melanie, ...others] = await store.findEntities(realm(), ["mel", "melanie"]);
    expect(others).toEqual([]);
    const { merged } = await parts(melanie!.id);
    await store.unmergeEntity(realm(), merged[0]!.id);
    expect(await parts(melanie!.id)).toMatchObject({ entity: { name: "Melanie", aliases: [], documents: 1 }, merged: [], memoryIds: [long.id] });
    const mel = await parts(merged[0]!.id);
    expect(mel).toMatchObject({ entity: { name: "Mel", aliases: [], documents: 2 }, memoryIds: [since.id, short.id] });
    expect(mel.relations.every(({ memoryId }) => memoryId !== long.id)).toBe(true);
    await remember("My sister Mel sings in a choir");
    expect((await store.findEntities(realm(), ["mel", "melanie"])).map(({ name, documents }) => [name, documents])).toEqual([["Melanie", 1], ["Mel", 3]]);
  });

  it("become of a definite kind once the words tell it, and stay so", async () => {
    const kind = async () => (await store.findEntities(realm(), ["kestrel"])).map(({ type, documents }) => [type, documents]);
    await remember("I read a lot about Kestrel on Monday");
    expect(await kind()).toEqual([["concept", 1]]);
    await remember("My brother works at Kestrel");
    expect(await kind()).toEqual([["organisation", 2]]);
    await remember("I wrote down what Kestrel means to him");
    expect(await kind()).toEqual([["organisation", 3]]);
  });

  it("are tied in the commit that brings the name: nothing can come in between", async () => {
    const alone = { ...store, mergeEntities: () => Promise.reject(new CortexError("store_unavailable")) };
    const service = createMemories({ store: alone, queue: { enqueue: async () => undefined }, clock, ids: uuidV7Source(clock) });
    await service.remember(realm(), request("My sister Melanie lives in Graz"));
    expect(await service.remember(realm(), request("My sister Mel works as a midwife"))).toMatchObject({ stored: true, outcome: "created" });
    expect((await store.findEntities(realm(), ["mel", "melanie"])).map(({ name, aliases }) => [name, aliases])).toEqual([["Melanie", ["Mel"]]]);
  });
});

describe("other people's memories", () => {
  it("are not there, whatever is asked", async () => {
    const { id } = await remember("I live in Porto");
    for (const stranger of [realmOf("somebody-else"), realm("personal")]) {
      const attempts = [
        () => memories.get(stranger, id),
        () => memories.update(stranger, id, updateRequest.parse({ importance: 1 })),
        () => memories.retire(stranger, id),
        () => memories.erase(stranger, id),
        () => memories.remember(stranger, request("I live in Graz", { supersedes: id })),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await listed()).toHaveLength(1);
  });
});

describe("ends", () => {
  it("a retired memory is history, and retiring again changes nothing", async () => {
    const { id } = await remember("I live in Porto");
    await memories.retire(realm(), id);
    const { retiredAt } = await memories.get(realm(), id);
    clock.time += 1_000;
    await memories.retire(realm(), id);
    expect((await memories.get(realm(), id)).retiredAt).toBe(retiredAt);
    expect(await listed()).toEqual([]);
    expect((await memories.list(realm(), { ...current, includeHistory: true }, { limit: 50 })).items).toHaveLength(1);
  });

  it("an erased memory is gone", async () => {
    const { id } = await remember("I live in Porto");
    await memories.erase(realm(), id);
    await expect(memories.get(realm(), id)).rejects.toMatchObject({ code: "not_found" });
    await expect(memories.erase(realm(), id)).rejects.toMatchObject({ code: "not_found" });
    expect(await found("Porto")).toEqual([]);
  });

  it("the view speaks the wire format", async () => {
    const { id } = await remember("I live in Porto", { valid_from: START, ttl_seconds: 60 });
    expect(memories.toMemoryView(await memories.get(realm(), id))).toEqual({
      id, content: "I live in Porto", type: "fact", lifetime: "ttl", namespace: "global", topic: null, project: null, tags: [], importance: 0.5, confidence: 1,
      visibility: "shared", speaker: null, session_id: null, source: null, observed_at: "2026-05-14T00:00:00.000Z", valid_from: "2026-05-14T00:00:00.000Z", valid_to: null,
      created_at: "2026-05-14T00:00:00.000Z", retired_at: null, expires_at: "2026-05-14T00:01:00.000Z", superseded_at: null, episode_start: null, episode_end: null, access_count: 0, reinforced_count: 0, supersedes: null,
      superseded_by: null, conflict_group: null, conflict_status: null, provenance: [],
    });
  });
});
