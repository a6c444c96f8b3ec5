import type { Realm } from "@memory-cortex/models";
import { realmOf, wholeUser } from "@memory-cortex/models";
import fc from "fast-check";
import { expect, it } from "vitest";

import { createMemoryStore } from "../memory-store/create-memory-store.ts";
import type { DocumentFilter, TextHit, VectorHit } from "../search.ts";
import { sessionKeyOf } from "../session-key.ts";
import type { Store } from "../store.ts";
import type { Bench } from "./factories.ts";
import { append, everything, memory, newRealm, remember, say, T0, turn, uniqueId, unit } from "./factories.ts";

const WORDS = ["tea", "jam", "sun", "fox", "oak"];
const NAMESPACES = ["global", "work"];

/** One step of a random history, for the store under test and the measure alike. */
const corpusStep = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  kind: fc.constantFrom("turn", "turn", "turn", "memory"),
  words: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
  observedAt: fc.integer({ min: T0 - 5, max: T0 + 5 }),
  retired: fc.boolean(),
  vector: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
});
type CorpusStep = typeof corpusStep extends fc.Arbitrary<infer Step> ? Step : never;

const corpusQuery = fc.record({
  namespaces: fc.subarray(NAMESPACES, { minLength: 1 }),
  kinds: fc.subarray(["turn", "memory"] as const, { minLength: 1 }),
  includeHistory: fc.boolean(),
  validBefore: fc.option(fc.integer({ min: T0 - 5, max: T0 + 5 }), { nil: undefined }),
  validAfter: fc.option(fc.integer({ min: T0 - 5, max: T0 + 5 }), { nil: undefined }),
  asOf: fc.option(fc.integer({ min: T0 - 5, max: T0 + 5 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 12 }),
  window: fc.integer({ min: 0, max: 3 }),
  surrounded: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  terms: fc.subarray([...WORDS, "absent"], { minLength: 1 }),
  vector: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
});

/** Writes the same history to both stores. */
async function replay(stores: readonly Store[], userId: string, steps: readonly CorpusStep[]): Promise<void> {
  const revisions = new Map<string, number>();
  const vectors: { id: string; vector: Float32Array }[] = [];
  for (const step of steps) {
    const realm = realmOf(userId, [step.namespace]);
    const text = step.words.join(" ");
    const id = uniqueId("document");
    const revision = revisions.get(step.namespace) ?? 0;
    for (const store of stores) {
      if (step.kind === "turn") {
        const inserts = [{ at: revision === 0 ? 0 : revision - 1, turns: [turn(text, { id, observedAt: step.observedAt })] }];
        await append(store, realm, { sessionId: "s", revision, inserts });
      } else {
        await store.writeMemory(realm, { action: "create", memory: memory(text, { id, observedAt: step.observedAt, createdAt: step.observedAt, sessionId: "s" }) });
        if (step.retired) await store.retireMemory(realm, { id, at: T0 });
      }
    }
    if (step.kind === "turn") revisions.set(step.namespace, revision + 1);
    vectors.push({ id, vector: unit(...step.vector) });
  }
  for (const store of stores) {
    const all = wholeUser(userId);
    const space = await store.createSpace(all, { embedder: "e", model: "m", dimension: 3, weighting: null, documentsAtStart: 0, createdAt: T0 });
    await store.saveVectors(all, { spaceId: space.id, vectors });
  }
}

/** Equal up to rounding, and up to which of equally good documents came in under the limit. */
function expectSameHits<Hit extends { ref: { id: string } }>(found: readonly Hit[], measured: readonly Hit[], values: (hit: Hit) => number[]): void {
  const flat = (hits: readonly Hit[]): number[] => hits.map((hit) => values(hit).reduce((sum, value) => sum + value, 0)).sort((a, b) => a - b);
  expect(flat(found).length).toBe(flat(measured).length);
  flat(found).forEach((value, index) => expect(value).toBeCloseTo(flat(measured)[index]!, 5));
}

export function textSearchCases(bench: Bench): void {
  const search = (realm: Realm, terms: string[], options: { limit?: number; window?: number; filter?: Partial<DocumentFilter> } = {}): Promise<TextHit[]> =>
    bench.store.searchText(realm, { terms, filter: everything(options.filter), limit: options.limit ?? 10, window: options.window ?? 0 });

  it("describes a turn and a memory as scoring needs it", async () => {
    const realm = newRealm("work");
    const said = turn("green tea", { role: "assistant", speaker: "Ann", observedAt: T0 + 1, words: 7, signals: 45 });
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("first"), said] }] });
    const kept = await remember(bench.store, realm, "likes tea", { sessionId: "s", speaker: "Bob", observedAt: T0 + 2 });
    const sessionKey = sessionKeyOf("work", "s");
    const refs = new Map((await search(realm, ["tea"])).map(({ ref }) => [ref.id, ref]));
    expect(refs.get(said.id)).toEqual({ id: said.id, kind: "turn", namespace: "work", sessionKey, position: 1, words: 7, signals: 45, role: "assistant", speaker: "Ann", observedAt: T0 + 1 });
    expect(refs.get(kept.id)).toEqual({ id: kept.id, kind: "memory", namespace: "work", sessionKey, position: null, words: 2, signals: 2, role: null, speaker: "Bob", observedAt: T0 + 2 });
  });

  it("scores as BM25 by hand", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["tea tea jam", "sun", "sun fox oak sun", "oak"]);
    const hits = await search(realm, ["absent", "tea"]);
    const idf = Math.log(1 + (4 - 1 + 0.5) / (1 + 0.5));
    const average = (3 + 1 + 4 + 1) / 4;
    const expected = (idf * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / average));
    expect(hits).toHaveLength(1);
    expect(hits[0]?.scores[0]).toBe(0);
    expect(hits[0]?.scores[1]).toBeCloseTo(expected, 9);
  });

  it("brings the turns beside a hit along, with scores of their own", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["sun", "jam", "tea tea tea", "tea fox fox fox fox", "oak", "oak"]);
    await say(bench.store, realm, ["elsewhere", "fox", "fox"]);
    const hits = await search(realm, ["tea"], { limit: 1, window: 2 });
    const byId = new Map(hits.map(({ ref, scores }) => [ref.id, scores[0]!]));
    expect(hits[0]?.ref.id).toBe(turns[2]!.id);
    expect([...byId.keys()].sort()).toEqual(turns.slice(0, 5).map(({ id }) => id).sort());
    expect(turns.slice(0, 5).map(({ id }) => byId.get(id)! > 0)).toEqual([false, false, true, true, false]);
  });

  it("brings turns that match nothing along only beside the best", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["sun", "tea tea tea", "sun", "oak", "oak", "tea fox fox", "oak", "tea elm elm elm elm elm elm"]);
    const query = { terms: ["tea"], filter: everything(), limit: 2, window: 2, surrounded: 1 };
    const placesOf = (hits: readonly TextHit[]) => hits.map(({ ref }) => ref.position);
    const hits = await bench.store.searchText(realm, query);
    expect(placesOf(hits.slice(0, 2))).toEqual([1, 5]);
    expect(placesOf(hits.slice(2)).sort()).toEqual([0, 2, 3, 7]);
    expect(hits.find(({ ref }) => ref.id === turns[7]!.id)!.scores[0]).toBeGreaterThan(0);
    expect(placesOf(await bench.store.searchText(realm, { ...query, surrounded: 0 })).sort()).toEqual([1, 5, 7]);
    expect(await bench.store.searchText(realm, { ...query, surrounded: 2 })).toHaveLength(8);
  });

  it("finds any term without spaces again, and only it", async () => {
    const term = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).map((text) => text.toWellFormed()).filter((text) => !/[\s\p{Cc}"]/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(term, { minLength: 1, maxLength: 6 }), async (terms) => {
        const realm = newRealm();
        const turns = terms.map((each) => turn("x", { terms: [each] }));
        await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns }] });
        for (const { id, terms: own } of turns) {
          expect((await search(realm, [...own])).map(({ ref }) => ref.id)).toEqual([id]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("takes every ASCII mark as part of a term, and quotes as text", async () => {
    const realm = newRealm();
    const marks = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x", { terms: marks }), turn("x", { terms: ["a\"b", "c++", "OR", "*"] })] }] });
    for (const mark of marks) expect(await search(realm, [mark])).not.toEqual([]);
    expect(await search(realm, ["a\"b"])).toHaveLength(1);
    expect(await search(realm, ["c+"])).toEqual([]);
    expect(await search(realm, ["or"])).toEqual([]);
  });

  it("answers nothing for no terms, no limit, or absent terms", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["tea"]);
    expect(await search(realm, [])).toEqual([]);
    expect(await search(realm, ["tea"], { limit: 0 })).toEqual([]);
    expect(await search(realm, ["absent", ""])).toEqual([]);
  });

  it("gives a small namespace all its matches however many others are better", async () => {
    const realm = newRealm("small");
    await say(bench.store, realmOf(realm.userId, ["big"]), Array.from({ length: 400 }, () => "tea tea tea"));
    await say(bench.store, realm, ["a long text in which tea is one word", "no", "tea for two or more of them all"]);
    expect(await search(realm, ["tea"], { limit: 5 })).toHaveLength(2);
  });

  it("reads a word that nobody wrote as the nearest one, for less, and never where the word itself is held", async () => {
    const realm = newRealm();
    const [name, other] = [turn("marcelin likes tea"), turn("a letter from marvel")];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [name, other, turn("lamps everywhere")] }] });
    const exact = (await search(realm, ["marcelin"]))[0]!.scores[0]!;
    const misspelt = await search(realm, ["marcellin"]);
    expect(misspelt.map(({ ref }) => ref.id)).toEqual([name.id]);
    expect(misspelt[0]!.scores[0]).toBeCloseTo(exact * 0.6, 5);
    expect((await search(realm, ["amrcelinn"]))[0]!.scores[0]).toBeCloseTo(exact * 0.4, 5);
    for (const term of ["marce", "darcelin", "marcelin7", "tae"]) expect(await search(realm, [term])).toEqual([]);
    expect((await search(realm, ["marcellin", "marcelin"]))[0]!.scores).toEqual([0, expect.closeTo(exact, 5)]);
    await append(bench.store, realm, { sessionId: "t", inserts: [{ at: 0, turns: [turn("marcellin came")] }] });
    expect((await search(realm, ["marcellin"])).map(({ ref }) => ref.id)).not.toContain(name.id);
  });

  it("reads the beginning of a hash as the whole, where it can only be one", async () => {
    const realm = newRealm();
    const [one, two] = [turn("commit 7be04d19f2aa"), turn("commit 7be04d88c301")];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [one, two] }] });
    expect((await search(realm, ["7be04d1"])).map(({ ref }) => ref.id)).toEqual([one.id]);
    expect(await search(realm, ["7be04d"])).toEqual([]);
    await append(bench.store, realm, { sessionId: "t", inserts: [{ at: 0, turns: [turn("commit 7be04d1000ff")] }] });
    expect(await search(realm, ["7be04d1"])).toEqual([]);
  });

  it("reads a misspelt word by what the realm and the filter let through only", async () => {
    const realm = newRealm("work");
    await append(bench.store, realmOf(realm.userId, ["home"]), { sessionId: "s", inserts: [{ at: 0, turns: [turn("marcelin")] }] });
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("marcelon")] }] });
    const [hit] = await search(realm, ["marcelun"]);
    expect(hit?.ref.namespace).toBe("work");
    expect(await search(realm, ["marcelun"], { filter: { kinds: ["memory"] } })).toEqual([]);
    expect(await search(newRealm("work"), ["marcelun"])).toEqual([]);
    await append(bench.store, realmOf(realm.userId, ["home"]), { sessionId: "t", inserts: [{ at: 0, turns: [turn("marcelun")] }] });
    expect((await search(realm, ["marcelun"])).map(({ ref }) => ref.id)).toEqual([hit!.ref.id]);
  });

  it("agrees with the measure on random histories", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(corpusStep, { minLength: 1, maxLength: 30 }), fc.array(corpusQuery, { minLength: 1, maxLength: 4 }), async (steps, queries) => {
        const userId = uniqueId("user");
        const measure = createMemoryStore({ clock: bench.clock });
        await replay([bench.store, measure], userId, steps);
        for (const { terms, namespaces, limit, window, surrounded, vector: _, ...filter } of queries) {
          const realm = realmOf(userId, namespaces);
          const query = { terms, limit, window, ...withoutUndefined({ surrounded }), filter: { ...everything(), ...withoutUndefined(filter) } };
          const [found, measured] = [await bench.store.searchText(realm, query), await measure.searchText(realm, query)];
          expectSameHits(found.slice(0, limit), measured.slice(0, limit), ({ scores }) => [...scores]);
          const exact = new Map((await measure.searchText(realm, { ...query, limit: 99, window: 99, surrounded: 99 })).map(({ ref, scores }) => [ref.id, { ref, scores }]));
          for (const hit of found) {
            expect(hit.ref).toEqual(exact.get(hit.ref.id)?.ref);
            hit.scores.forEach((score, index) => expect(score).toBeCloseTo(exact.get(hit.ref.id)!.scores[index]!, 9));
          }
        }
      }),
      { numRuns: 25 },
    );
  });
}

function withoutUndefined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

export function vectorSearchCases(bench: Bench): void {
  async function embed(realm: Realm, entries: readonly { id: string; vector: Float32Array }[]): Promise<number> {
    const space = await bench.store.createSpace(realm, { embedder: "e", model: "m", dimension: entries[0]!.vector.length, weighting: null, documentsAtStart: 0, createdAt: T0 });
    await bench.store.saveVectors(realm, { spaceId: space.id, vectors: entries });
    return space.id;
  }
  const search = (realm: Realm, spaceId: number, vector: Float32Array, options: { limit?: number; window?: number } = {}): Promise<VectorHit[]> =>
    bench.store.searchVector(realm, { spaceId, vector, filter: everything(), limit: options.limit ?? 10, window: options.window ?? 0 });

  it("gives the nearest first, with the turns beside them", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b", "c", "d", "e"]);
    const directions = [unit(-1, 0), unit(0, 1), unit(1, 0.1), unit(1, 1), unit(0, -1)];
    const spaceId = await embed(realm, turns.map(({ id }, index) => ({ id, vector: directions[index]! })));
    const hits = await search(realm, spaceId, unit(1, 0), { limit: 1, window: 1 });
    expect(hits[0]?.ref).toMatchObject({ id: turns[2]!.id, position: 2 });
    expect(hits[0]?.cosine).toBeCloseTo(unit(1, 0.1)[0]!, 5);
    expect(new Map(hits.slice(1).map(({ ref, cosine }) => [ref.position, Math.round(cosine * 1e4)]))).toEqual(new Map([[1, 0], [3, 7071]]));
  });

  it("brings turns along only beside the nearest", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b", "c", "d", "e", "f"]);
    const directions = [unit(0, 1), unit(1, 0), unit(0, 1), unit(-1, 1), unit(1, 0.1), unit(-1, 0)];
    const spaceId = await embed(realm, turns.map(({ id }, index) => ({ id, vector: directions[index]! })));
    const query = { spaceId, vector: unit(1, 0), filter: everything(), limit: 2, window: 1, surrounded: 1 };
    expect((await bench.store.searchVector(realm, query)).map(({ ref }) => ref.position).sort()).toEqual([0, 1, 2, 4]);
    expect(await bench.store.searchVector(realm, { ...query, surrounded: 0 })).toHaveLength(2);
  });

  it("gives a small namespace all its rows however many others are nearer", async () => {
    const realm = newRealm("small");
    const big = await say(bench.store, realmOf(realm.userId, ["big"]), Array.from({ length: 300 }, (_, index) => `t${index}`));
    const small = await say(bench.store, realm, ["x", "y", "z"]);
    const near = big.turns.map(({ id }) => ({ id, vector: unit(1, 0) }));
    const spaceId = await embed(wholeUser(realm.userId), [...near, ...small.turns.map(({ id }) => ({ id, vector: unit(-1, 0.5) }))]);
    expect((await search(realm, spaceId, unit(1, 0))).map(({ ref }) => ref.namespace)).toEqual(["small", "small", "small"]);
    expect(await search(realmOf(realm.userId, ["big", "small"]), spaceId, unit(1, 0), { limit: 500 })).toHaveLength(303);
  });

  it("looks past what history hides", async () => {
    const realm = newRealm();
    const retired = [];
    for (let count = 0; count < 120; count += 1) retired.push(await remember(bench.store, realm, `old ${count}`));
    const kept = await remember(bench.store, realm, "kept");
    const spaceId = await embed(realm, [...retired.map(({ id }) => ({ id, vector: unit(1, 0) })), { id: kept.id, vector: unit(0, 1) }]);
    for (const { id } of retired) await bench.store.retireMemory(realm, { id, at: T0 });
    expect((await search(realm, spaceId, unit(1, 0), { limit: 2 })).map(({ ref }) => ref.id)).toEqual([kept.id]);
  });

  it("refuses vectors of another dimension, and knows no vectors of an unknown space", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a"]);
    const spaceId = await embed(realm, [{ id: turns[0]!.id, vector: unit(1, 0) }]);
    await expect(search(realm, spaceId, unit(1, 0, 0))).rejects.toMatchObject({ code: "embedder_invalid" });
    await expect(bench.store.similarities(realm, { spaceId, vector: unit(1), ids: [] })).rejects.toMatchObject({ code: "embedder_invalid" });
    expect(await search(realm, spaceId + 1, unit(1, 0))).toEqual([]);
    await expect(bench.store.similarities(realm, { spaceId: spaceId + 1, vector: unit(1, 0), ids: [turns[0]!.id] })).resolves.toEqual(new Map());
  });

  it("takes a vector that is a part of a larger buffer", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b"]);
    const batch = Float32Array.of(9, 1, 0, 0, 1, 9);
    const spaceId = await embed(realm, [{ id: turns[0]!.id, vector: batch.subarray(1, 3) }, { id: turns[1]!.id, vector: batch.subarray(3, 5) }]);
    expect((await search(realm, spaceId, Float32Array.of(5, 0, 1).subarray(1))).map(({ cosine }) => cosine)).toEqual([1, 0]);
  });

  it("measures the named documents only", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b", "c"]);
    const [a, b, c] = turns.map(({ id }) => id) as [string, string, string];
    const spaceId = await embed(realm, [{ id: a, vector: unit(1, 0) }, { id: b, vector: unit(0, 1) }]);
    const found = await bench.store.similarities(realm, { spaceId, vector: unit(1, 0), ids: [b, a, c, "none"] });
    expect(found).toEqual(new Map([[b, 0], [a, 1]]));
    await expect(bench.store.similarities(realmOf(realm.userId, ["other"]), { spaceId, vector: unit(1, 0), ids: [a] })).resolves.toEqual(new Map());
  });

  it("agrees with brute force on random histories", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(corpusStep, { minLength: 1, maxLength: 30 }), fc.array(corpusQuery, { minLength: 1, maxLength: 4 }), async (steps, queries) => {
        const userId = uniqueId("user");
        const measure = createMemoryStore({ clock: bench.clock });
        await replay([bench.store, measure], userId, steps);
        for (const { vector, namespaces, limit, window, surrounded, terms: _, ...filter } of queries) {
          const realm = realmOf(userId, namespaces);
          const query = { spaceId: 1, vector: unit(...vector), limit, window, ...withoutUndefined({ surrounded }), filter: { ...everything(), ...withoutUndefined(filter) } };
          const [found, measured] = [await bench.store.searchVector(realm, query), await measure.searchVector(realm, query)];
          expectSameHits(found.slice(0, limit), measured.slice(0, limit), ({ cosine }) => [cosine]);
          const exact = new Map((await measure.searchVector(realm, { ...query, limit: 99, window: 99, surrounded: 99 })).map(({ ref, cosine }) => [ref.id, { ref, cosine }]));
          for (const { ref, cosine } of found) {
            expect(ref).toEqual(exact.get(ref.id)?.ref);
            expect(cosine).toBeCloseTo(exact.get(ref.id)!.cosine, 5);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
}
