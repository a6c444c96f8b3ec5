import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { append, everything, remember, T0, turn, unit } from "@memory-cortex/store/conformance";
import type { DocumentFilter, Store, VectorHit } from "@memory-cortex/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { BLOCK_RIDS } from "./posting-list.ts";

const DIMENSION = 48;
const TURNS = 6_000;
const CODED = 2;
const all = wholeUser("ann");
const ann = realmOf("ann");
const home = mkdtempSync(join(tmpdir(), "cortex-large-"));
const vectors = new Map<string, Float32Array>();
let store: Store;
let spaceId: number;
let state = 1;

function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 0x1_0000_0000;
}

const direction = (): Float32Array => unit(...Array.from({ length: DIMENSION }, () => random() - 0.5));
const near = (vector: Float32Array, distance: number): Float32Array => unit(...[...vector].map((value) => value + (random() - 0.5) * distance));
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const idsOf = (hits: readonly { ref: { id: string } }[]): string[] => hits.map(({ ref }) => ref.id);

async function save(entries: readonly { id: string; vector: Float32Array }[], space = spaceId): Promise<void> {
  await store.saveVectors(all, { spaceId: space, vectors: entries });
  for (const { id, vector } of entries) vectors.set(id, vector);
}

const newSpace = async (): Promise<number> =>
  (await store.createSpace(all, { embedder: "e", model: "m", dimension: DIMENSION, weighting: null, documentsAtStart: 0, createdAt: T0 })).id;

interface Ask {
  realm?: Realm;
  filter?: Partial<DocumentFilter>;
  limit?: number;
  window?: number;
}

const search = (vector: Float32Array, { realm = ann, filter = {}, limit = 5, window = 0 }: Ask = {}): Promise<VectorHit[]> =>
  store.searchVector(realm, { spaceId, vector, filter: everything(filter), limit, window });

const words = async (terms: readonly string[], limit = 20): Promise<string[]> =>
  idsOf(await store.searchText(ann, { terms, filter: everything(), limit, window: 0 }));

beforeAll(async () => {
  store = await openSqliteStore({ home, clock: { now: () => T0 } });
  const turns = Array.from({ length: TURNS }, (_, index) => turn(`tea ${index % 7 === 0 ? "jam" : "sun"}`, { id: `t${index}`, observedAt: T0 + index }));
  await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns }] });
  spaceId = await newSpace();
  await save(turns.map(({ id }) => ({ id, vector: direction() })));
  await store.activateSpace(all, spaceId);
});
afterAll(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("search by meaning in a realm of more than 5,000 documents", () => {
  it("finds what an exact scan finds, with cosines right to a hundredth, and the turns beside", async () => {
    let common = 0;
    for (let count = 0; count < 10; count += 1) {
      const query = near(vectors.get(`t${count * 500}`)!, 0.2);
      const exact = [...vectors].map(([id, vector]) => ({ id, cosine: cosine(vector, query) })).sort((a, b) => b.cosine - a.cosine).slice(0, 50);
      const hits = await search(query, { limit: 50, window: 1 });
      const found = new Set(idsOf(hits.slice(0, 50)));
      common += exact.filter(({ id }) => found.has(id)).length;
      for (const hit of hits) expect(hit.cosine).toBeCloseTo(cosine(vectors.get(hit.ref.id)!, query), CODED);
      const positions = new Set(hits.map(({ ref }) => ref.position!));
      const beside = hits.slice(0, 50).flatMap(({ ref }) => [ref.position! - 1, ref.position! + 1]).filter((place) => place >= 0 && place < TURNS);
      expect(beside.filter((place) => !positions.has(place))).toEqual([]);
    }
    expect(common).toBeGreaterThanOrEqual(0.9 * 500);
  });

  it("gives a small namespace all its rows", async () => {
    const small = realmOf("ann", ["small"]);
    await append(store, small, { sessionId: "s", inserts: [{ at: 0, turns: ["x", "y", "z"].map((id) => turn(id, { id })) }] });
    await save(["x", "y", "z"].map((id) => ({ id, vector: direction() })));
    expect(idsOf(await search(direction(), { realm: small })).sort()).toEqual(["x", "y", "z"]);
    expect(idsOf(await search(direction(), { limit: TURNS })).filter((id) => "xyz".includes(id))).toEqual([]);
    const similar = (realm: Realm) => store.similarities(realm, { spaceId, vector: vectors.get("x")!, ids: ["x", "none"] });
    expect([...(await similar(small)).keys()]).toEqual(["x"]);
    expect((await similar(small)).get("x")).toBeCloseTo(1, CODED);
    expect(await similar(ann)).toEqual(new Map());
    expect(await similar(realmOf("bob", ["small"]))).toEqual(new Map());
  });

  it("looks past all that a filter hides, however near", async () => {
    const query = vectors.get("t5")!;
    const filter = { validAfter: T0 + TURNS - 4 };
    expect(idsOf(await search(query, { filter })).sort()).toEqual([TURNS - 4, TURNS - 3, TURNS - 2, TURNS - 1].map((index) => `t${index}`));
    expect(await search(query, { filter: { kinds: ["memory"] } })).toEqual([]);
  });

  it("sees a vector that was added, replaced, taken away or erased since the last search", async () => {
    const [query, other] = [direction(), direction()];
    await search(query);
    const { id } = await remember(store, ann, "kept", {});
    await save([{ id, vector: query }]);
    expect(idsOf(await search(query, { limit: 1 }))).toEqual([id]);
    await save([{ id: "t3", vector: query }, { id, vector: other }]);
    expect(idsOf(await search(query, { limit: 1 }))).toEqual(["t3"]);
    expect(idsOf(await search(other, { limit: 1 }))).toEqual([id]);
    await store.retireMemory(ann, { id, at: T0 });
    expect(idsOf(await search(other, { limit: 1 }))).not.toContain(id);
    expect(idsOf(await search(other, { limit: 1, filter: { includeHistory: true } }))).toEqual([id]);
    await store.eraseMemory(ann, { id, at: T0 });
    expect(idsOf(await search(other, { limit: TURNS, filter: { includeHistory: true } }))).not.toContain(id);
    expect(await store.similarities(ann, { spaceId, vector: other, ids: [id] })).toEqual(new Map());
    await store.saveVectors(all, { spaceId, vectors: [{ id: "t3", vector: null }] });
    expect(idsOf(await search(query, { limit: TURNS }))).not.toContain("t3");
    await save([{ id: "t3", vector: query }]);
  });

  it("compares each memory where only memories are asked for, and gives none that has no vector, is hidden or stands in another namespace", async () => {
    const query = direction();
    const only = { kinds: ["memory"] as const };
    const made = await Promise.all([0.1, 0.4, 0.2, 0.8].map(async (distance) => ({ id: (await remember(store, ann, "a note")).id, vector: near(query, distance) })));
    const other = realmOf("ann", ["other"]);
    const [hidden, elsewhere, bare] = [await remember(store, ann, "a hidden note"), await remember(store, other, "a note elsewhere"), await remember(store, ann, "a note without a vector")];
    await save([...made, { id: hidden.id, vector: query }, { id: elsewhere.id, vector: query }]);
    await store.retireMemory(ann, { id: hidden.id, at: T0 });
    const order = made.toSorted((left, right) => cosine(right.vector, query) - cosine(left.vector, query)).map(({ id }) => id);
    expect(idsOf(await search(query, { filter: only, limit: 20 }))).toEqual(order);
    expect(idsOf(await search(query, { filter: only, limit: 2 }))).toEqual(order.slice(0, 2));
    for (const { id } of [...made, hidden, bare]) await store.eraseMemory(ann, { id, at: T0 });
    expect(await search(query, { filter: only })).toEqual([]);
    await store.eraseMemory(other, { id: elsewhere.id, at: T0 });
  });

  it("sees the turns that moved because others were put before them", async () => {
    const query = vectors.get("t5999")!;
    const session = { sessionId: "moving", inserts: [{ at: 0, turns: [turn("a", { id: "a" }), turn("b", { id: "b" })] }] };
    await append(store, ann, session);
    const vector = direction();
    await save([{ id: "a", vector }, { id: "b", vector: query }]);
    expect((await search(vector, { limit: 1 }))[0]!.ref.position).toBe(0);
    await append(store, ann, { sessionId: "moving", revision: 1, inserts: [{ at: 0, turns: [turn("c", { id: "c" })] }] });
    expect((await search(vector, { limit: 1 }))[0]!.ref.position).toBe(1);
  });

  it("answers from the space that serves, and nothing from one that is dropped", async () => {
    const before = spaceId;
    const turned = [...vectors.keys()].map((id) => ({ id, vector: direction() }));
    const next = await newSpace();
    await save(turned, next);
    expect(await store.activateSpace(all, next)).toBe(false);
    await save([{ id: "c", vector: direction() }], next);
    expect(await store.activateSpace(all, next)).toBe(true);
    expect(await store.searchVector(ann, { spaceId: before, vector: direction(), filter: everything(), limit: 5, window: 0 })).toEqual([]);
    spaceId = next;
    expect(idsOf(await search(vectors.get("t77")!, { limit: 1 }))).toEqual(["t77"]);
  });

  it("answers the same when the memory for it is too small to be kept", async () => {
    const query = vectors.get("t42")!;
    const expected = idsOf(await search(query, { limit: 30 }));
    const larger = realmOf("carl");
    await append(store, larger, { sessionId: "s", inserts: [{ at: 0, turns: Array.from({ length: 3 * TURNS }, (_, index) => turn("tea", { id: `c${index}` })) }] });
    const narrow = await openSqliteStore({ home, clock: { now: () => T0 }, lock: false, readers: 1, searchMemory: 1 });
    for (let count = 0; count < 3; count += 1) {
      expect(await narrow.searchText(larger, { terms: ["tea"], filter: everything(), limit: 5, window: 0 })).toHaveLength(5);
      const hits = await narrow.searchVector(ann, { spaceId, vector: query, filter: everything(), limit: 30, window: 0 });
      expect(idsOf(hits)).toEqual(expected);
    }
    await narrow.close();
  });
});

describe("search by words, again and again", () => {
  it("sees documents that were added or erased since the last search", async () => {
    expect(await words(["sun", "moss"], 3)).toHaveLength(3);
    const first = await remember(store, ann, "moss sun moss");
    const second = await remember(store, ann, "moss");
    expect((await words(["sun", "moss"])).slice(0, 2).sort()).toEqual([first.id, second.id].sort());
    const third = await remember(store, ann, "moss moss moss moss sun");
    expect((await words(["sun", "moss"])).slice(0, 3).sort()).toEqual([first.id, second.id, third.id].sort());
    await store.eraseMemory(ann, { id: first.id, at: T0 });
    expect((await words(["moss"])).sort()).toEqual([second.id, third.id].sort());
  });

  it("gives of the memories alone what it gives of them among all", async () => {
    const made = [await remember(store, ann, "fern sun"), await remember(store, ann, "fern fern jam"), await remember(store, ann, "sun")];
    await store.retireMemory(ann, { id: made[2]!.id, at: T0 });
    const ask = (kinds: DocumentFilter["kinds"]) => store.searchText(ann, { terms: ["fern", "sun", "jam"], filter: everything({ kinds }), limit: 2 * TURNS, window: 0 });
    const mixed = (await ask(["turn", "memory"])).filter(({ ref }) => ref.kind === "memory");
    expect(idsOf(mixed)).toEqual(expect.arrayContaining([made[0]!.id, made[1]!.id]));
    expect(idsOf(mixed)).not.toContain(made[2]!.id);
    expect(await ask(["memory"])).toEqual(mixed);
  });

  it("goes on so when more is said, moves into blocks, and is erased", async () => {
    const ask = (kinds: DocumentFilter["kinds"]) => store.searchText(ann, { terms: ["wren", "sun"], filter: everything({ kinds }), limit: 4 * BLOCK_RIDS, window: 0 });
    const agree = async (): Promise<number> => {
      const mixed = (await ask(["turn", "memory"])).filter(({ ref }) => ref.kind === "memory");
      expect(await ask(["memory"])).toEqual(mixed);
      return mixed.length;
    };
    const first = await remember(store, ann, "wren sun");
    const before = await agree();
    await remember(store, ann, "wren wren jam");
    await append(store, ann, { sessionId: "wrens", inserts: [{ at: 0, turns: Array.from({ length: BLOCK_RIDS }, () => turn("wren")) }] });
    await remember(store, ann, "sun sun");
    expect(await agree()).toBe(before + 2);
    await store.eraseMemory(ann, { id: first.id, at: T0 });
    expect(await agree()).toBe(before + 1);
  });

  it("scores with kept postings as a store that has just been opened", async () => {
    await append(store, ann, { sessionId: "later", inserts: [{ at: 0, turns: [turn("jam jam sun"), turn("tea jam"), turn("moss")] }] });
    const query = { terms: ["jam", "sun", "moss", "tea"], filter: everything(), limit: 40, window: 2 };
    const kept = await store.searchText(ann, query);
    const fresh = await openSqliteStore({ home, clock: { now: () => T0 }, lock: false });
    expect(await fresh.searchText(ann, query)).toEqual(kept);
    await fresh.close();
  });
});
