import { describe, expect, it } from "vitest";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createFakeEmbedder } from "../fake/fake-embedder.ts";
import { withClamp } from "./with-clamp.ts";

embedderConformance("a clamped embedder", { create: async () => withClamp(createFakeEmbedder({ weighted: true }), { maxChars: 400, maxBytes: 1_000 }), hasMeaning: true });

describe("withClamp", () => {
  it("gives the embedder head and tail of long texts, within characters and bytes", async () => {
    const fake = createFakeEmbedder();
    await withClamp(fake, { maxChars: 100, maxBytes: 120 }).embed(["short", `head ${"x".repeat(500)} tail`, "我".repeat(90)], { kind: "document" });
    const [short, long, wide] = fake.calls[0]!.texts;
    expect(short).toBe("short");
    expect(long).toMatch(/^head .* tail$/u);
    expect(long!.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(wide!)).toBeLessThanOrEqual(120);
  });

  it("counts tokens of what is embedded", async () => {
    const clamped = withClamp(createFakeEmbedder({ weighted: true }), { maxChars: 20, maxBytes: 80 });
    const total = [...(await clamped.countTokens!(["word ".repeat(100)])).values()].reduce((a, b) => a + b, 0);
    expect(total).toBeLessThan(10);
  });
});
