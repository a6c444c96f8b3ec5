import { realmOf, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { NewSpace, Space } from "../spaces.ts";
import type { Bench } from "./factories.ts";
import { append, everything, newRealm, remember, say, T0, turn, unit } from "./factories.ts";

const newSpace = (fields: Partial<NewSpace> = {}): NewSpace => ({ embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 3, createdAt: T0, ...fields });

export function spaceCases(bench: Bench): void {
  const fill = async (realm: Realm, { id }: Space): Promise<void> => {
    const missing = await bench.store.unembedded(realm, { spaceId: id, limit: 1_000 });
    await bench.store.saveVectors(realm, { spaceId: id, vectors: missing.map((document) => ({ id: document.id, vector: unit(1, 1) })) });
  };

  it("builds, serves, and is replaced by the next of its embedder", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["a", "b"]);
    const first = await bench.store.createSpace(realm, newSpace());
    const other = await bench.store.createSpace(realm, newSpace({ embedder: "other", model: "o" }));
    expect(first).toEqual({ id: first.id, embedder: "e", model: "m", dimension: 2, state: "building", weighted: false, documentsAtStart: 3, createdAt: T0 });
    await expect(bench.store.activateSpace(realm, first.id)).resolves.toBe(false);
    await fill(realm, first);
    await expect(bench.store.activateSpace(realm, first.id)).resolves.toBe(true);
    await expect(bench.store.activateSpace(realm, first.id)).resolves.toBe(true);
    await expect(bench.store.activeSpaces(realm)).resolves.toEqual([{ ...first, state: "active" }]);
    const second = await bench.store.createSpace(realm, newSpace({ model: "m2", dimension: 2 }));
    expect((await bench.store.activeSpaces(realm)).map(({ id }) => id)).toEqual([first.id]);
    await fill(realm, second);
    await expect(bench.store.activateSpace(realm, second.id)).resolves.toBe(true);
    expect((await bench.store.spaces(realm)).map(({ space }) => space.id)).toEqual([other.id, second.id]);
    const query = { spaceId: first.id, vector: unit(1, 0), filter: everything(), limit: 5, window: 0 };
    await expect(bench.store.searchVector(realm, query)).resolves.toEqual([]);
    await bench.store.dropSpace(realm, second.id);
    await bench.store.dropSpace(realm, second.id);
    await expect(bench.store.activateSpace(realm, second.id)).resolves.toBe(false);
    expect((await bench.store.spaces(realm)).map(({ space }) => space.id)).toEqual([other.id]);
  });

  it("shows what misses a vector, oldest first, and counts it", async () => {
    const realm = newRealm();
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("hello", { speaker: "Ann" })] }] });
    const { id } = await bench.store.createSpace(realm, newSpace());
    const kept = await remember(bench.store, realm, "likes tea", { speaker: "Ann" });
    const retired = await remember(bench.store, realm, "old");
    await append(bench.store, realm, { sessionId: "s", revision: 1, inserts: [{ at: 0, turns: [turn("start")] }] });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 0, missing: 4 }]);
    await bench.store.retireMemory(realm, { id: retired.id, at: T0 });
    const missing = await bench.store.unembedded(realm, { spaceId: id, limit: 9 });
    expect(missing.map(({ text }) => text)).toEqual(["Ann: hello", "likes tea", "start"]);
    await expect(bench.store.unembedded(realm, { spaceId: id, limit: 1 })).resolves.toEqual([missing[0]]);
    await bench.store.saveVectors(realm, { spaceId: id, vectors: [{ id: missing[0]!.id, vector: unit(1, 0) }, { id: "gone", vector: unit(1, 0) }] });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 1, missing: 2 }]);
    await bench.store.saveVectors(realm, { spaceId: id, vectors: [{ id: kept.id, vector: unit(1, 0) }] });
    await bench.store.retireMemory(realm, { id: kept.id, at: T0 });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 1, missing: 1 }]);
    await bench.store.eraseMemory(realm, { id: kept.id, at: T0 });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 1, missing: 1 }]);
    await expect(bench.store.unembedded(realm, { spaceId: id + 9, limit: 9 })).resolves.toEqual([]);
  });

  it("takes a document without any vector as done, and a later vector after all", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["???", "b"]);
    const { id } = await bench.store.createSpace(realm, newSpace());
    const [none, some] = turns.map((each) => each.id) as [string, string];
    await bench.store.saveVectors(realm, { spaceId: id, vectors: [{ id: none, vector: null }, { id: some, vector: unit(1, 0) }] });
    await expect(bench.store.activateSpace(realm, id)).resolves.toBe(true);
    const search = async (): Promise<string[]> =>
      (await bench.store.searchVector(realm, { spaceId: id, vector: unit(1, 0), filter: everything(), limit: 5, window: 1 })).map(({ ref }) => ref.id);
    expect(await search()).toEqual([some]);
    await bench.store.saveVectors(realm, { spaceId: id, vectors: [{ id: none, vector: unit(1, 0.1) }, { id: some, vector: unit(0, 1) }] });
    expect(await search()).toEqual([none, some]);
    await bench.store.saveVectors(realm, { spaceId: id, vectors: [{ id: some, vector: null }] });
    expect(await search()).toEqual([none]);
  });

  it("refuses vectors that are not of length 1 in the space's dimension, all of the request", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b"]);
    const { id } = await bench.store.createSpace(realm, newSpace());
    for (const vector of [unit(1, 0, 0), Float32Array.of(0, 0), Float32Array.of(2, 0), Float32Array.of(NaN, 1), new Float32Array(0)]) {
      const vectors = [{ id: turns[0]!.id, vector: unit(1, 0) }, { id: turns[1]!.id, vector }];
      await expect(bench.store.saveVectors(realm, { spaceId: id, vectors })).rejects.toMatchObject({ code: "embedder_invalid" });
    }
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ missing: 2 }]);
    await bench.store.saveVectors(realm, { spaceId: id + 1, vectors: [{ id: turns[0]!.id, vector: unit(1, 0) }] });
  });

  it("keeps a weighting", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["a"]);
    const weighting = { total: 7_000_000_000, ids: Uint32Array.of(1, 5, 4_000_000_000), counts: Uint32Array.of(9, 8, 7) };
    const { id, weighted } = await bench.store.createSpace(realm, newSpace({ weighting }));
    expect(weighted).toBe(true);
    await expect(bench.store.weighting(realm, id)).resolves.toEqual(weighting);
    const plain = await bench.store.createSpace(realm, newSpace());
    await expect(bench.store.weighting(realm, plain.id)).resolves.toBeNull();
    await expect(bench.store.weighting(realm, plain.id + 1)).resolves.toBeNull();
  });

  it("pages all texts that vectors are made of", async () => {
    const realm = newRealm();
    const work = realmOf(realm.userId, ["work"]);
    await say(bench.store, realm, ["a", "b"]);
    await say(bench.store, work, ["c"]);
    const retired = await remember(bench.store, realm, "d");
    await bench.store.retireMemory(realm, { id: retired.id, at: T0 });
    await remember(bench.store, realm, "e");
    const pages = async (owner: Realm): Promise<string[]> => {
      const texts: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await bench.store.embeddableTexts(owner, { after, limit: 2 });
        if (page.length === 0) return texts;
        texts.push(...page.map(({ text }) => text));
        after = page.at(-1)!.id;
      }
    };
    expect(await pages(wholeUser(realm.userId))).toEqual(["a", "b", "c", "e"]);
    expect(await pages(work)).toEqual(["c"]);
  });
}
