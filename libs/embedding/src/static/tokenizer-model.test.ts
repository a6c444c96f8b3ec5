import { describe, expect, it } from "vitest";
import { tinyTokenizer } from "../../test/tiny-model.ts";
import { BpeTokenizer } from "./bpe-tokenizer.ts";
import { readTokenizerModel } from "./tokenizer-model.ts";

const read = (changes: Record<string, unknown>) => readTokenizerModel(JSON.stringify(tinyTokenizer(changes)));

describe("readTokenizerModel", () => {
  it("reads what it supports, merges as text or as pairs", () => {
    expect(read({}).merges[1]).toEqual({ left: "a", right: "b" });
    expect(read({ model: { merges: [["a", "b"]] } }).merges).toEqual([{ left: "a", right: "b" }]);
    expect(read({ normalizer: null }).normalizer).toEqual([]);
  });

  it.each([
    ["a pre-tokenizer", { pre_tokenizer: { type: "ByteLevel" } }],
    ["another normalizer", { normalizer: { type: "NFKC" } }],
    ["another model", { model: { type: "Unigram" } }],
    ["dropout", { model: { dropout: 0.1 } }],
    ["no byte fallback", { model: { byte_fallback: false } }],
    ["ignored merges", { model: { ignore_merges: true } }],
    ["a merge that is no pair", { model: { merges: ["a b c"] } }],
    ["ids that are no integers", { model: { vocab: { a: 1.5 } } }],
    ["added tokens that swallow spaces", { added_tokens: [{ id: 1, content: "<s>", single_word: false, lstrip: true, rstrip: false, normalized: false }] }],
  ])("refuses %s", (_, changes) => {
    expect(() => read(changes)).toThrow("model_corrupt");
  });

  it("refuses what is not JSON", () => {
    expect(() => readTokenizerModel('{"model": ')).toThrow("model_corrupt");
  });

  it.each([
    ["a merge into a token that does not exist", { model: { merges: ["b c"] } }],
    ["bytes without tokens", { model: { vocab: { a: 0 }, merges: [] } }],
  ])("leaves it to the tokenizer to refuse %s", (_, changes) => {
    expect(() => new BpeTokenizer(read(changes))).toThrow("model_corrupt");
  });
});
