import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentHash, normaliseForHash } from "./content-hash.ts";

describe("contentHash", () => {
  it("is the head of SHA-256", () => {
    expect(contentHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223");
  });

  it.each([
    ["line ends", "a\r\nb", "a\nb"],
    ["spaces at line ends", "a  \nb\t", "a\nb"],
    ["outer white space", "\n a b \n", "a b"],
    ["composition", "cafe\u0301", "café"],
  ])("ignores %s", (_name, first, second) => {
    expect(contentHash(first)).toBe(contentHash(second));
  });

  it.each([
    ["case", "a", "A"],
    ["inner spaces", "a b", "a  b"],
    ["lines", "a\nb", "a b"],
  ])("minds %s", (_name, first, second) => {
    expect(contentHash(first)).not.toBe(contentHash(second));
  });

  it("normalises once and for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\r", "\n", "\t", "\u0301", "e", "\uD800", "\u2028") }), (text) => {
        expect(normaliseForHash(normaliseForHash(text))).toBe(normaliseForHash(text));
      }),
      { numRuns: 1000 },
    );
  });
});
