import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createFakeEmbedder } from "../fake/fake-embedder.ts";
import { withBatching } from "./with-batching.ts";

embedderConformance("a batching embedder", { create: async () => withBatching(createFakeEmbedder({ weighted: true }), { maxTexts: 2 }), hasMeaning: true });

describe("withBatching", () => {
  it("splits any number of texts, and joins the vectors in order", async () => {
    await fc.assert(fc.asyncProperty(fc.nat(40), fc.integer({ min: -1, max: 50 }), async (count, maxTexts) => {
      const fake = createFakeEmbedder();
      const texts = Array.from({ length: count }, (_, index) => `text ${index}`);
      const vectors = await withBatching(fake, { maxTexts }).embed(texts, { kind: "document" });
      expect(vectors).toEqual(await createFakeEmbedder().embed(texts, { kind: "document" }));
      expect(Math.max(0, ...fake.calls.map((call) => call.texts.length))).toBeLessThanOrEqual(Math.max(1, maxTexts));
      expect(fake.calls.flatMap((call) => call.texts)).toEqual(texts);
    }));
  });

  it("asks no more once the caller has gone", async () => {
    const fake = createFakeEmbedder();
    fake.stall();
    const controller = new AbortController();
    const work = withBatching(fake, { maxTexts: 1 }).embed(["a", "b", "c"], { kind: "document", signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: "aborted" });
    expect(fake.calls).toHaveLength(1);
  });
});
