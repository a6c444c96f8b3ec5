import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords } from "./count-words.ts";

describe("countWords", () => {
  it.each([
    ["", 0],
    ["  two\u00A0 words\n", 2],
    ["don't stop-me now", 3],
    ["私は東京に住んでいます。", 6],
    ["用 Node 写的", 3],
    ["서울에서 만났다", 2],
    ["ฉันไปโรงเรียน", 3],
    ["Привет, как дела?", 3],
  ])("%s", (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it("counts what white space separates in text with spaces", () => {
    const spaced = fc.string({ unit: fc.constantFrom(...Array.from("abé.яع \t\n\u00A0\u2003\u3000")) });
    fc.assert(
      fc.property(fc.oneof(spaced, fc.string({ unit: "binary-ascii" })), (text) => {
        expect(countWords(text)).toBe(text.split(/\s+/u).filter(Boolean).length);
      }),
      { numRuns: 500 },
    );
  });
});
