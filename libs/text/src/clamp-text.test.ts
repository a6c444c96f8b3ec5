import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampText } from "./clamp-text.ts";

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string());
const limit = fc.option(fc.integer({ min: -2, max: 60 }), { nil: undefined });

function boundaries(text: string): Set<number> {
  const segments = new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text);
  return new Set([...Array.from(segments, ({ index }) => index), text.length]);
}

describe("clampText", () => {
  it("leaves short text alone", () => {
    expect(clampText("short", { maxChars: 5, maxBytes: 5 })).toBe("short");
    expect(clampText("anything", {})).toBe("anything");
  });

  it("keeps head and tail", () => {
    expect(clampText("The beginning of it all, and then the end.", { maxChars: 21 })).toBe("The beginnin … e end.");
  });

  it("keeps the tail when only bytes bind", () => {
    expect(clampText(`${"x".repeat(100)}end`, { maxBytes: 20 })).toBe("xxxxxxxxxx … xxend");
  });

  it("fills a byte limit with characters outside the first plane", () => {
    expect(clampText("😀".repeat(100), { maxBytes: 29 })).toBe("😀😀😀😀 … 😀😀");
  });

  it("is within both limits, and cuts between characters as people see them", () => {
    fc.assert(
      fc.property(anyText, limit, limit, (text, maxChars, maxBytes) => {
        const result = clampText(text, { maxChars, maxBytes });
        expect(result.length).toBeLessThanOrEqual(Math.max(0, maxChars ?? Infinity));
        expect(Buffer.byteLength(result)).toBeLessThanOrEqual(Math.max(0, maxBytes ?? Infinity));
        if (result === text) return;
        const cuts = boundaries(text);
        const fitting = Array.from({ length: result.length + 1 }, (_, at) => at).some((at) => {
          const head = result.slice(0, at);
          const tail = result.slice(at).startsWith(" … ") ? result.slice(at + 3) : result.slice(at);
          return text.startsWith(head) && text.endsWith(tail) && cuts.has(head.length) && cuts.has(text.length - tail.length);
        });
        expect(fitting).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("is quick on a megabyte", () => {
    const started = performance.now();
    clampText("é👍🏽 word ".repeat(100_000), { maxChars: 4000, maxBytes: 5000 });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
