import { realmOf, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { append, everything, T0, turn } from "@memory-cortex/store/conformance";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createBoltStore } from "./bolt-store.ts";
import { runnersOf } from "./methods.ts";
import { migrate } from "./migrations/migrate.ts";
import { query } from "./connection/query.ts";
import type { Connection } from "./connection/connection.ts";
import { connect } from "./open-bolt-store.ts";
import { searchMethods } from "./search/search-methods.ts";
import { spaceMethods } from "./spaces/space-methods.ts";

/** In place of 4,000, so that a realm of hundreds has an index. */
const EXACT_UP_TO = 300;
const DIMENSION = 32;
const LIMIT = 10;
const QUERIES = 12;
const OVERLAP = 0.98;

/** Stands in every text. */
const EVERYWHERE = "everywhere";

const vectorIndexesQuery = query("vector-indexes", () => "SHOW VECTOR INDEXES YIELD name RETURN name");

const clock = { now: () => T0 };
const found = await findNeo4jClassPath();

/** Numbers in [0, 1), the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = numbers(7);
/** Some words everywhere, most rarely. */
const word = (): string => `w${Math.floor(Math.exp(random() * Math.log(800)))}`;
const gauss = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const centres = Array.from({ length: 20 }, () => Array.from({ length: DIMENSION }, gauss));

/** Around one of a few topics, as texts are. */
function vector(): Float32Array {
  const centre = centres[Math.floor(random() * centres.length)]!;
  const values = centre.map((value) => value + 0.7 * gauss());
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/** Writes a session of so many turns to the stores, all with vectors when the user's space is there. */
async function fill(stores: readonly Store[], realm: Realm, count: number): Promise<{ id: string; vector: Float32Array }[]> {
  const turns = Array.from({ length: count }, () => turn(`${EVERYWHERE} ${Array.from({ length: 4 + Math.floor(random() * 20) }, word).join(" ")}`));
  for (const store of stores) {
    for (let start = 0; start < count; start += 500) {
      await append(store, realm, { sessionId: "s", revision: start / 500, inserts: [{ at: start, turns: turns.slice(start, start + 500) }] });
    }
  }
  return turns.map(({ id }) => ({ id, vector: vector() }));
}

async function embed(stores: readonly Store[], userId: string, vectors: readonly { id: string; vector: Float32Array }[]): Promise<number> {
  const realm = wholeUser(userId);
  let spaceId = 0;
  for (const store of stores) {
    const space = await store.createSpace(realm, { embedder: "e", model: "m", dimension: DIMENSION, weighting: null, documentsAtStart: 0, createdAt: T0 });
    for (let start = 0; start < vectors.length; start += 250) await store.saveVectors(realm, { spaceId: space.id, vectors: vectors.slice(start, start + 250) });
    spaceId = space.id;
  }
  return spaceId;
}

describe.skipIf("missing" in found)("fifty realms on a real Neo4j", () => {
  let server: Neo4jServer;
  let store: Store;
  let connection: Connection;
  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
    connection = await connect({ url: server.url, clock });
    await migrate(connection);
    const parts = { connection, ...runnersOf(connection) };
    store = { ...createBoltStore(connection), ...searchMethods(parts, EXACT_UP_TO), ...spaceMethods(parts, EXACT_UP_TO) };
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  /** How much of the best ten by an exact scan the store's best ten hold, on average over questions. Ties at the end count as found. */
  async function overlaps(measure: Store, realm: Realm, spaceId: number): Promise<{ words: number; meaning: number }> {
    const share = (got: number[], exact: number[]): number => {
      const last = (exact.at(-1) ?? 0) - 1e-6;
      return exact.length === 0 ? 1 : got.filter((score) => score >= last).length / exact.length;
    };
    let [words, meaning] = [0, 0];
    for (let asked = 0; asked < QUERIES; asked += 1) {
      const filter = everything();
      const text = { terms: [...new Set(Array.from({ length: 6 }, word))], filter, limit: LIMIT, window: 0 };
      const near = { spaceId, vector: vector(), filter, limit: LIMIT, window: 0 };
      const best = async (from: Store): Promise<[number[], number[]]> => [
        (await from.searchText(realm, text)).map(({ scores }) => scores.reduce((sum, score) => sum + score, 0)),
        (await from.searchVector(realm, near)).map(({ cosine }) => cosine),
      ];
      const [[gotWords, gotMeaning], [exactWords, exactMeaning]] = [await best(store), await best(measure)];
      words += share(gotWords, exactWords) / QUERIES;
      meaning += share(gotMeaning, exactMeaning) / QUERIES;
    }
    return { words, meaning };
  }

  async function expectAllOf(realm: Realm, spaceId: number, count: number): Promise<void> {
    const asked = { filter: everything(), limit: LIMIT, window: 0 };
    expect(await store.searchVector(realm, { ...asked, spaceId, vector: vector() })).toHaveLength(count);
    expect(await store.searchText(realm, { ...asked, terms: [EVERYWHERE] })).toHaveLength(count);
  }

  it("of fifty users, one with 1 % of the documents finds what an exact scan finds, and one with three memories all three", async () => {
    const measure = createMemoryStore({ clock });
    const sizes = [3, 25, ...Array.from({ length: 48 }, () => 50)];
    const spaceIds: number[] = [];
    for (const [index, size] of sizes.entries()) {
      const stores = index < 2 ? [store, measure] : [store];
      const userId = `user ${index} of fifty`;
      spaceIds.push(await embed(stores, userId, await fill(stores, realmOf(userId), size)));
    }
    const own = await overlaps(measure, realmOf("user 1 of fifty"), spaceIds[1]!);
    expect(own.words).toBeGreaterThanOrEqual(OVERLAP);
    expect(own.meaning).toBeGreaterThanOrEqual(OVERLAP);
    await expectAllOf(realmOf("user 0 of fifty"), spaceIds[0]!, 3);
  }, 300_000);

  it("of fifty namespaces of one user, whose space has an index, every one finds what an exact scan finds", async () => {
    const measure = createMemoryStore({ clock });
    const userId = "user with fifty namespaces";
    const sizes: [namespace: string, size: number][] = [["three", 3], ["hundredth", 25], ["large", 1_000], ...Array.from({ length: 47 }, (_, index): [string, number] => [`n${index}`, 31])];
    const vectors = [];
    for (const [namespace, size] of sizes) vectors.push(...(await fill([store, measure], realmOf(userId, [namespace]), size)));
    const spaceId = await embed([store, measure], userId, vectors);
    expect(await connection.readAll(vectorIndexesQuery)).toHaveLength(1);
    for (const namespaces of [["hundredth"], ["large"], ["large", "n1", "n2"], ["n3", "three"]]) {
      const realm = realmOf(userId, namespaces);
      const { words, meaning } = await overlaps(measure, realm, spaceId);
      expect(words, `words in ${namespaces.join()}`).toBeGreaterThanOrEqual(OVERLAP);
      expect(meaning, `meaning in ${namespaces.join()}`).toBeGreaterThanOrEqual(OVERLAP);
    }
    await expectAllOf(realmOf(userId, ["three"]), spaceId, 3);
    await store.dropSpace(wholeUser(userId), spaceId);
    expect(await store.searchVector(realmOf(userId, ["large"]), { spaceId, vector: vector(), filter: everything(), limit: LIMIT, window: 0 })).toEqual([]);
    expect(await connection.readAll(vectorIndexesQuery)).toEqual([]);
  }, 300_000);
});
