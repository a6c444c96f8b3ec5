import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf, wholeUser } from "@memory-cortex/models";
import { append, everything, T0, turn, unit } from "@memory-cortex/store/conformance";
import type { Store, TextHit } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";
import { realmFileName } from "./thread/realm-files.ts";

const DIMENSION = 32;
const TURNS = 9_000;
const home = mkdtempSync(join(tmpdir(), "cortex-large-users-"));
const [ann, bob] = [realmOf("ann"), realmOf("bob")];
const vectors: Float32Array[] = [];
let state = 7;
let spaceId: number;
let before: TextHit[];

function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 0x1_0000_0000;
}

const direction = (): Float32Array => unit(...Array.from({ length: DIMENSION }, () => random() - 0.5));
const clock = { now: () => T0 };

async function withStore<Result>(options: { readers?: number; slice?: number; lock?: boolean }, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ home, clock, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function inFile(sql: string, parameters: Record<string, unknown> = {}): unknown {
  const bare = new Database(join(home, "realms", realmFileName("ann")));
  try {
    const statement = bare.prepare(sql);
    return statement.reader ? statement.pluck().get(parameters) : statement.run(parameters);
  } finally {
    bare.close();
  }
}

const words = (store: Store, realm = bob): Promise<TextHit[]> => store.searchText(realm, { terms: ["tea", "sun"], filter: everything(), limit: 20, window: 1 });

/** What a store that has just been opened finds near every thousandth vector. */
const nearest = (): Promise<string[][]> =>
  withStore({ lock: false }, async (store) => {
    const found: string[][] = [];
    for (let index = 0; index < TURNS; index += 1_000) {
      const hits = await store.searchVector(ann, { spaceId, vector: vectors[index]!, filter: everything(), limit: 10, window: 0 });
      found.push(hits.map(({ ref }) => ref.id));
    }
    return found;
  });

beforeAll(async () => {
  await withStore({}, async (store) => {
    await append(store, bob, { sessionId: "s", inserts: [{ at: 0, turns: Array.from({ length: 50 }, (_, index) => turn(`tea ${index % 3 === 0 ? "sun" : "jam"}`)) }] });
    before = await words(store);
    const turns = Array.from({ length: TURNS }, (_, index) => turn(`sun ${index % 7 === 0 ? "tea" : "oak"} w${index % 500}`, { id: `t${index}` }));
    for (let at = 0; at < TURNS; at += 3_000) await append(store, ann, { sessionId: `s${at}`, inserts: [{ at: 0, turns: turns.slice(at, at + 3_000) }] });
    spaceId = (await store.createSpace(wholeUser("ann"), { embedder: "e", model: "m", dimension: DIMENSION, weighting: null, documentsAtStart: 0, createdAt: T0 })).id;
    for (const _ of turns) vectors.push(direction());
    await store.saveVectors(wholeUser("ann"), { spaceId, vectors: turns.map(({ id }, index) => ({ id, vector: vectors[index]! })) });
  });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("the vector index in a user's file", () => {
  it("is made again from the vectors where it is missing or damaged", async () => {
    expect(inFile("SELECT count(*) FROM vector_segment")).toBe(2);
    const expected = await nearest();
    expect(expected.every((ids, index) => ids[0] === `t${index * 1_000}`)).toBe(true);
    const damaged = inFile("SELECT codes FROM vector_segment ORDER BY id LIMIT 1") as Buffer;
    damaged.fill(0x55, 100);
    inFile("UPDATE vector_segment SET codes = @damaged WHERE id = (SELECT min(id) FROM vector_segment)", { damaged });
    expect(await nearest()).toEqual(expected);
    inFile("UPDATE vector_segment SET codes = substr(codes, 1, 1000), checksum = 0");
    expect(await nearest()).toEqual(expected);
    inFile("DELETE FROM vector_segment WHERE id = (SELECT min(id) FROM vector_segment)");
    expect(await nearest()).toEqual(expected);
    inFile("DELETE FROM vector_segment");
    expect(await nearest()).toEqual(expected);
  });

  it("is never stale: a vector that changes takes its piece of the index along", async () => {
    await withStore({}, async (store) => {
      const moved = direction();
      await store.saveVectors(wholeUser("ann"), { spaceId, vectors: [{ id: "t1000", vector: moved }] });
      vectors[1_000] = moved;
    });
    const found = await nearest();
    expect(found.every((ids, index) => ids[0] === `t${index * 1_000}`)).toBe(true);
    inFile(`UPDATE vector_${spaceId} SET vector = @vector WHERE rid = 2001`, { vector: Buffer.from(vectors[8_999]!.buffer) });
    expect((await nearest())[2]).not.toContain("t2000");
  });
});

describe("users beside each other", () => {
  it("changes nothing in a user's answers when another has much of the same words", async () => {
    expect(await withStore({}, (store) => words(store))).toEqual(before);
  });

  it("lets others go first while a large user is read into memory", async () => {
    await withStore({ readers: 1, slice: 0 }, async (store) => {
      const order: string[] = [];
      const large = words(store, ann).then((hits) => order.push(`ann ${hits.length > 0}`));
      const small = words(store, bob).then((hits) => order.push(`bob ${hits.length > 0}`));
      await Promise.all([large, small]);
      expect(order).toEqual(["bob true", "ann true"]);
    });
  });

  it("frees a caller that gave up at once, lets others go first, and is ready for the next", async () => {
    await withStore({ readers: 1, slice: 0 }, async (store) => {
      const controller = new AbortController();
      const abandoned = store.searchText(ann, { terms: ["sun"], filter: everything(), limit: 5, window: 0 }, { signal: controller.signal });
      const stopped = expect(abandoned).rejects.toMatchObject({ code: "aborted" });
      controller.abort();
      await stopped;
      expect(await words(store, bob)).toHaveLength(before.length);
      expect((await words(store, ann)).length).toBeGreaterThan(20);
    });
  });
});
