import fc from "fast-check";
import { expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { limitTerm, MAX_TERM_LENGTH } from "./limit-term.ts";

it("leaves a term that fits alone", () => {
  expect(limitTerm("a".repeat(MAX_TERM_LENGTH))).toBe("a".repeat(MAX_TERM_LENGTH));
});

it("shortens longer ones to the limit, without breaking a character or taking two for one", () => {
  const long = fc.string({ unit: fc.constantFrom("a", "𐐨", "é"), minLength: MAX_TERM_LENGTH + 1, maxLength: 200 });
  fc.assert(
    fc.property(long, (text) => {
      const term = limitTerm(text);
      expect(term.length).toBeLessThanOrEqual(MAX_TERM_LENGTH);
      expect(term.isWellFormed()).toBe(true);
      expect(limitTerm(`${text}x`)).not.toBe(term);
    }),
  );
});

it.each([
  ["a long word", "a".repeat(500)],
  ["an address", `https://example.com/${"segment/".repeat(20)}end`],
  ["base64", "QmFzZTY0".repeat(40)],
  ["a kebab", "word-".repeat(60)],
  ["Thai", "ก".repeat(500)],
])("holds for %s", (_name, text) => {
  const terms = analyse(text);
  expect(terms.length).toBeGreaterThan(0);
  expect(Math.max(...terms.map((term) => term.length))).toBeLessThanOrEqual(MAX_TERM_LENGTH);
});
