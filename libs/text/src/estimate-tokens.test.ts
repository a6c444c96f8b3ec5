import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens, leastTokens } from "./estimate-tokens.ts";

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit }), fc.string(), fc.string({ unit: fc.constantFrom(...Array.from("a東я 👍\uD840\uDC00")) }));

describe("estimateTokens", () => {
  it.each([
    ["", 0],
    ["one two three four", 6],
    ["incomprehensibilities", 7],
    ["东京大学", 5],
    ["😀", 3],
  ])("%s", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("never falls when text is added on either side", () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const whole = estimateTokens(first + second);
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(first));
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(second));
      }),
      { numRuns: 1000 },
    );
  });

  it("never gives a whole more than its parts", () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 6 }), (parts) => {
        const sum = parts.reduce((total, part) => total + estimateTokens(part), 0);
        expect(estimateTokens(parts.join(""))).toBeLessThanOrEqual(sum);
      }),
      { numRuns: 500 },
    );
  });

  it("is never below the least for the length", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(leastTokens(text.length)).toBeLessThanOrEqual(estimateTokens(text));
    }));
    expect(leastTokens(3_500)).toBe(1_100);
  });
});
