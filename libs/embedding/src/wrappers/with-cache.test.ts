import { describe, expect, it } from "vitest";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createFakeEmbedder } from "../fake/fake-embedder.ts";
import { emptyWeighting } from "../weighting.ts";
import { withCache } from "./with-cache.ts";

embedderConformance("a caching embedder", { create: async () => withCache(createFakeEmbedder(), { maxBytes: 100_000 }), hasMeaning: true });
embedderConformance("a caching weighted embedder", { create: async () => withCache(createFakeEmbedder({ weighted: true }), { maxBytes: 100_000 }), hasMeaning: true });

function cached(maxBytes = 1_000_000) {
  const fake = createFakeEmbedder();
  return { fake, embedder: withCache(fake, { maxBytes }), asked: () => fake.calls.flatMap((call) => call.texts) };
}

describe("withCache", () => {
  it("asks for each text once, also within one call, and for null ones", async () => {
    const { embedder, asked } = cached();
    const first = await embedder.embed(["a", "b", "a", " "], { kind: "document" });
    const second = await embedder.embed([" ", "a", "c", "b"], { kind: "document" });
    expect(asked()).toEqual(["a", "b", " ", "c"]);
    expect(second[1]).toEqual(first[0]);
    expect(first[2]).toEqual(first[0]);
    expect([first[3], second[0]]).toEqual([null, null]);
  });

  it("keeps queries and documents, and halves of characters, apart", async () => {
    const { embedder, asked } = cached();
    await embedder.embed(["a"], { kind: "document" });
    await embedder.embed(["a"], { kind: "query" });
    await embedder.embed(["\ud800", "\ud801", "\ufffd"], { kind: "query" });
    expect(asked()).toHaveLength(5);
  });

  it("keeps weightings apart by object", async () => {
    const { embedder, asked } = cached();
    const weighting = emptyWeighting();
    await embedder.embed(["a"], { kind: "query", weighting });
    await embedder.embed(["a"], { kind: "query", weighting });
    expect(asked()).toHaveLength(1);
    await embedder.embed(["a"], { kind: "query", weighting: emptyWeighting() });
    await embedder.embed(["a"], { kind: "query", weighting: null });
    expect(asked()).toHaveLength(3);
  });

  it("forgets the longest unused when it is full", async () => {
    // Room for two vectors of 64 numbers.
    const { embedder, asked } = cached(1_000);
    await embedder.embed(["a", "b"], { kind: "query" });
    await embedder.embed(["a", "c"], { kind: "query" });
    await embedder.embed(["a"], { kind: "query" });
    await embedder.embed(["b"], { kind: "query" });
    expect(asked()).toEqual(["a", "b", "c", "b"]);
  });

  it("keeps nothing of a call that failed", async () => {
    const { fake, embedder, asked } = cached();
    fake.failWith("embedder_unavailable");
    await expect(embedder.embed(["a"], { kind: "query" })).rejects.toMatchObject({ code: "embedder_unavailable" });
    fake.recover();
    expect((await embedder.embed(["a"], { kind: "query" }))[0]).not.toBeNull();
    expect(asked()).toEqual(["a", "a"]);
  });
});
