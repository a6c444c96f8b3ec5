import { describe, expect, it } from "vitest";
import { dimensionOf, identifyModel, prefixesOf } from "./model-habits.ts";

describe("prefixesOf", () => {
  it.each([
    ["nomic-embed-text", "search_query: ", "search_document: "],
    ["nomic-embed-text:latest", "search_query: ", "search_document: "],
    ["someone/Nomic-Embed-Text-v1.5", "search_query: ", "search_document: "],
    ["intfloat/multilingual-e5-small", "query: ", "passage: "],
    ["all-minilm:33m", "", ""],
    ["something-new", "", ""],
  ])("knows how %s was trained", (model, queryPrefix, documentPrefix) => {
    expect(prefixesOf(model, {})).toEqual({ queryPrefix, documentPrefix });
  });

  it("lets the configuration override each, also with nothing", () => {
    expect(prefixesOf("nomic-embed-text", { queryPrefix: "" })).toEqual({ queryPrefix: "", documentPrefix: "search_document: " });
  });
});

describe("dimensionOf", () => {
  it("knows some models", () => {
    expect([dimensionOf("nomic-embed-text"), dimensionOf("all-minilm"), dimensionOf("something-new"), dimensionOf("qwen3-embedding:8b")]).toEqual([768, 384, null, null]);
  });
});

describe("identifyModel", () => {
  it("tells prefixes apart, however they are divided", () => {
    const names = [["", ""], ["a", ""], ["", "a"], ["a: ", "b"]].map(([queryPrefix, documentPrefix]) => identifyModel("m", { queryPrefix: queryPrefix!, documentPrefix: documentPrefix! }));
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe("m");
  });
});
