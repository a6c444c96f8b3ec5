import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import { realmOf, wholeUser } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Space, Store } from "@memory-cortex/store";
import { say, T0 } from "@memory-cortex/store/conformance";
import { describe, expect, it } from "vitest";

import { fillSpace } from "./fill-space.ts";
import { keptWeightings } from "./kept-weightings.ts";

const realm = wholeUser("ann");
const TEXTS = 700;

async function filledStore(): Promise<{ store: Store; space: Space }> {
  const store = createMemoryStore({ clock: { now: () => T0 } });
  await say(store, realmOf("ann"), Array.from({ length: TEXTS }, (_, index) => (index === 300 ? "" : `turn ${index}`)));
  const space = await store.createSpace(realm, { embedder: "fake", model: "m", dimension: 16, weighting: null, documentsAtStart: TEXTS, createdAt: T0 });
  return { store, space };
}

const missing = async (store: Store): Promise<number> => (await store.spaces(realm))[0]!.missing;

describe("fillSpace", () => {
  it("embeds every document once, over several batches, those without a vector too", async () => {
    const { store, space } = await filledStore();
    const embedder = createFakeEmbedder({ dimension: 16 });
    expect(await fillSpace(store, { realm, space, embedder, signal: new AbortController().signal })).toEqual({ documents: TEXTS, whole: true });
    expect(await missing(store)).toBe(0);
    const texts = embedder.calls.flatMap((call) => call.texts);
    expect(texts).toHaveLength(TEXTS);
    expect(new Set(texts).size).toBe(TEXTS);
  });

  it("keeps what was saved before a failure, and says the failure", async () => {
    const { store, space } = await filledStore();
    const embedder = createFakeEmbedder({ dimension: 16 });
    const failing: Store = {
      ...store,
      saveVectors: async (...request) => {
        await store.saveVectors(...request);
        embedder.failWith("embedder_unavailable");
      },
    };
    await expect(fillSpace(failing, { realm, space, embedder, signal: new AbortController().signal })).rejects.toMatchObject({ code: "embedder_unavailable" });
    const left = await missing(store);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(TEXTS);
    embedder.recover();
    expect(await fillSpace(store, { realm, space, embedder, signal: new AbortController().signal })).toEqual({ documents: left, whole: true });
  });

  it("says when vectors cannot be saved", async () => {
    const { store, space } = await filledStore();
    const full: Store = { ...store, saveVectors: () => Promise.reject(new Error("full")) };
    await expect(fillSpace(full, { realm, space, embedder: createFakeEmbedder({ dimension: 16 }), signal: new AbortController().signal })).rejects.toThrow("full");
  });

  it("makes way when its time is up, after one part at least, and goes on where it stopped", async () => {
    const { store, space } = await filledStore();
    const fill = { realm, space, embedder: createFakeEmbedder({ dimension: 16 }), signal: new AbortController().signal };
    let asked = 0;
    const first = await fillSpace(store, { ...fill, isTimeUp: () => (asked += 1) > 2 });
    expect(first).toEqual({ documents: 64, whole: false });
    expect(await missing(store)).toBe(TEXTS - 64);
    expect(await fillSpace(store, { ...fill, isTimeUp: () => true })).toEqual({ documents: 0, whole: false });
    expect(await fillSpace(store, fill)).toEqual({ documents: TEXTS - 64, whole: true });
    expect(await fillSpace(store, { ...fill, isTimeUp: () => true })).toEqual({ documents: 0, whole: true });
  });

  it("stops when it is told to", async () => {
    const { store, space } = await filledStore();
    await expect(fillSpace(store, { realm, space, embedder: createFakeEmbedder({ dimension: 16 }), signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    expect(await missing(store)).toBe(TEXTS);
  });
});

describe("keptWeightings", () => {
  it("reads the weighting of a space once, and gives the same object again", async () => {
    const { store } = await filledStore();
    const weighting = { total: 3, ids: Uint32Array.of(1), counts: Uint32Array.of(3) };
    const space = await store.createSpace(realm, { embedder: "static", model: "m", dimension: 16, weighting, documentsAtStart: TEXTS, createdAt: T0 });
    const reads: number[] = [];
    const weightingOf = keptWeightings({ weighting: (of, spaceId, options) => (reads.push(spaceId), store.weighting(of, spaceId, options)) });
    const { signal } = new AbortController();
    const first = await weightingOf({ realm, space, signal });
    expect(first).toEqual(weighting);
    expect(await weightingOf({ realm, space, signal })).toBe(first);
    expect(await weightingOf({ realm, space: { ...space, weighted: false }, signal })).toBeNull();
    expect(reads).toEqual([space.id]);
  });
});
