import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_KEPT_WORD, WordTokens } from "./word-tokens.ts";

function tokensOf(known: WordTokens, word: string): number[] | null {
  const tokens: number[] = [];
  return known.append(tokens, `<${word}>`, { start: 1, end: word.length + 1 }) ? tokens : null;
}

describe("tokens of known words", () => {
  it("are those that were kept, for every word", () => {
    const words = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1, maxLength: LONGEST_KEPT_WORD }), { maxLength: 50 });
    fc.assert(fc.property(words, (list) => {
      const known = new WordTokens();
      list.forEach((word, index) => {
        expect(tokensOf(known, word)).toBeNull();
        known.keep(word, [index, word.length]);
      });
      list.forEach((word, index) => expect(tokensOf(known, word)).toEqual([index, word.length]));
    }));
  });

  it("begin anew when there is no more room, and are still right", () => {
    const known = new WordTokens();
    const count = 100_000;
    for (let index = 0; index < count; index += 1) known.keep(`word ${index}`, [index, 7]);
    expect(tokensOf(known, `word ${count - 1}`)).toEqual([count - 1, 7]);
    expect(tokensOf(known, "word 0")).toBeNull();
    const kept = Array.from({ length: count }, (_, index) => ({ index, tokens: tokensOf(known, `word ${index}`) })).filter(({ tokens }) => tokens !== null);
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.every(({ index, tokens }) => tokens?.join() === `${index},7`)).toBe(true);
  });

  it("are handed on after what is there", () => {
    const known = new WordTokens();
    known.keep("a", [3]);
    const tokens = [1];
    known.append(tokens, "xax", { start: 1, end: 2 });
    expect(tokens).toEqual([1, 3]);
  });
});
