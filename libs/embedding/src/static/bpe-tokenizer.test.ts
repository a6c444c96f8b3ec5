import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tinyTokenizer } from "../../test/tiny-model.ts";
import { BpeTokenizer, MAX_PIECE_CHARS } from "./bpe-tokenizer.ts";
import { readTokenizerModel } from "./tokenizer-model.ts";

const model = readTokenizerModel(JSON.stringify(tinyTokenizer()));
const tokenizer = new BpeTokenizer(model);
const names = new Map([...model.vocabulary].map(([text, id]) => [id, text]));
const show = (text: string): string => tokenizer.encode(text).map((id) => names.get(id)).join(" ");

/** Byte-pair encoding as its definition has it: join the lowest-ranked pair, leftmost first, until none is left. */
function encodeSlowly(text: string): string[] {
  let tokens = [...`\u2581${text.replaceAll(" ", "\u2581")}`];
  const rankOf = (left: string, right: string): number => model.merges.findIndex((merge) => merge.left === left && merge.right === right);
  for (;;) {
    let best = { rank: Infinity, place: -1 };
    for (let place = 0; place + 1 < tokens.length; place += 1) {
      const rank = rankOf(tokens[place]!, tokens[place + 1]!);
      if (rank >= 0 && rank < best.rank) best = { rank, place };
    }
    if (best.place < 0) return tokens;
    tokens = tokens.toSpliced(best.place, 2, tokens[best.place]! + tokens[best.place + 1]!);
  }
}

describe("BpeTokenizer", () => {
  it("joins by rank, leftmost first", () => {
    expect(show("ab")).toBe("▁a b");
    expect(show("b ab")).toBe("▁ b ▁a b");
    expect(show("caba")).toBe("▁ c aba");
  });

  it("is the definition of byte-pair encoding", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), minLength: 1, maxLength: 40 });
    fc.assert(fc.property(text, (value) => {
      expect(tokenizer.encode(value).map((id) => names.get(id))).toEqual(encodeSlowly(value));
    }));
  });

  it("gives the bytes of what it does not know, and U+FFFD for half a character", () => {
    expect(show("é")).toBe("▁ <0xC3> <0xA9>");
    expect(show("\ud800")).toBe("▁ <0xEF> <0xBF> <0xBD>");
  });

  it("keeps added tokens whole and starts anew after them", () => {
    expect(show("a<s>a")).toBe("▁a <s> ▁a");
    expect(show("")).toBe("");
  });

  it("loses nothing of any text", () => {
    const decode = (ids: readonly number[]): string => {
      const parts = ids.map((id) => names.get(id)!).map((token) => (/^<0x..>$/u.test(token) ? Buffer.from(token.slice(3, 5), "hex") : Buffer.from(token)));
      return Buffer.concat(parts).toString("utf8").replaceAll("\u2581", " ").slice(1);
    };
    fc.assert(fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), (text) => {
      expect(decode(tokenizer.encode(text))).toBe(text.toWellFormed().replaceAll("\u2581", " "));
    }));
  });

  it("cuts what has no space, so that a caller can pause", () => {
    const batches = [...tokenizer.batches("c".repeat(3 * MAX_PIECE_CHARS))];
    expect(batches.every((batch) => batch.length <= MAX_PIECE_CHARS + 1)).toBe(true);
    expect(batches.flat()).toHaveLength(3 * MAX_PIECE_CHARS + 1);
    expect([...tokenizer.batches(" ".repeat(10 * MAX_PIECE_CHARS))].length).toBeGreaterThanOrEqual(10);
  });
});
