import { describe, expect, it } from "vitest";
import { PRICES, PRICES_OF, costOf, priceOf } from "./prices.ts";
import { ANTHROPIC_MODEL } from "./drivers/anthropic-llm.ts";

const MILLION = 1_000_000;

describe("prices", () => {
  it("are known for the default model, with or without vendor and date, and not guessed", () => {
    expect(PRICES_OF).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(priceOf(ANTHROPIC_MODEL)).toBe(PRICES[ANTHROPIC_MODEL]);
    expect(priceOf("anthropic/claude-haiku-4-5-20251001")).toBe(PRICES["claude-haiku-4-5"]);
    for (const model of ["claude-haiku-9", "gpt-5", "constructor", ""]) expect(priceOf(model)).toBeNull();
  });

  it("make the cost of a call, with the cache at its own rates", () => {
    const price = { input: 1, output: 5 };
    expect(costOf({ input: MILLION, output: MILLION, cacheRead: MILLION, cacheWrite: MILLION }, price)).toBeCloseTo(1 + 5 + 0.1 + 1.25);
    expect(costOf({ input: 0, output: 0, cacheRead: MILLION, cacheWrite: 0 }, { ...price, cacheRead: 0.5 })).toBeCloseTo(0.5);
    expect(costOf({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }, null)).toBeNull();
  });

  it("rise for every token of a call with a long prompt", () => {
    const price = PRICES["claude-haiku-5-5"]!;
    expect(costOf({ input: 100_000, output: 1_000, cacheRead: 0, cacheWrite: 0 }, price)).toBeCloseTo(0.0105);
    expect(costOf({ input: 50_000, output: 1_000, cacheRead: 50_001, cacheWrite: 0 }, price)).toBeCloseTo((50_000 * 0.5 + 1_000 * 2.5 + 50_001 * 0.05) / MILLION);
  });
});
