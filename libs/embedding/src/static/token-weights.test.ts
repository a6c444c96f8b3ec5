import { describe, expect, it } from "vitest";
import { tinyTokenizer } from "../../test/tiny-model.ts";
import { emptyWeighting, sumWeighting } from "../weighting.ts";
import { backgroundShares } from "./background-shares.ts";
import { BACKGROUND_TOKENS, tokenWeights } from "./token-weights.ts";
import { readTokenizerModel } from "./tokenizer-model.ts";

const model = readTokenizerModel(JSON.stringify(tinyTokenizer()));
const size = model.vocabulary.size;
const background = backgroundShares(model, size);
const idOf = (text: string): number => model.vocabulary.get(text)!;

describe("backgroundShares", () => {
  it("gives every token a share, about 1 in all", () => {
    expect(background.every((share) => share > 0 && share < 1)).toBe(true);
    const known = [...model.vocabulary].filter(([text]) => !text.startsWith("<")).reduce((sum, [, id]) => sum + background[id]!, 0);
    expect(known).toBeCloseTo(1, 10);
  });

  it("falls along the order of merges, and along that of characters", () => {
    expect(background[idOf("\u2581a")]).toBeGreaterThan(background[idOf("ab")]!);
    expect(background[idOf("a")]).toBeGreaterThan(background[idOf("c")]!);
    expect(background[idOf("<0x00>")]).toBe(Math.min(...background));
  });
});

describe("tokenWeights", () => {
  it("rests on the background alone in an empty realm", () => {
    const weights = tokenWeights(emptyWeighting(), background);
    expect(weights[5]).toBeCloseTo(0.001 / (0.001 + background[5]!), 12);
  });

  it("mixes the realm's share with the background, which counts as 10,000 tokens", () => {
    const id = idOf("c");
    const weights = tokenWeights(sumWeighting([new Map([[id, 500], [idOf("a"), 500]])]), background);
    const share = (500 + BACKGROUND_TOKENS * background[id]!) / (1_000 + BACKGROUND_TOKENS);
    expect(weights[id]).toBeCloseTo(0.001 / (0.001 + share), 12);
  });

  it("weighs what is frequent in the realm less, and ignores ids of another model", () => {
    const weights = tokenWeights(sumWeighting([new Map([[idOf("b"), 9_000], [1_000_000, 5]])]), background);
    expect(weights[idOf("b")]).toBeLessThan(tokenWeights(emptyWeighting(), background)[idOf("b")]!);
    expect(weights.every((weight) => weight > 0 && weight <= 1)).toBe(true);
    expect(weights).toHaveLength(size);
  });
});
