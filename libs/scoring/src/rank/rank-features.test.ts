import { describe, expect, it } from "vitest";

import { rankFeatures, RANK_FEATURES } from "./rank-features.ts";
import type { RankInput } from "./rank-input.ts";
import { RANKER_WEIGHTS } from "./ranker-weights.ts";
import { rankScore } from "./linear-ranker.ts";

/** A candidate in a realm of which nothing is known but texts: no speakers, roles, dates or vectors. */
const BARE: RankInput = {
  base: 0.5, words: 12, meaning: 0, session: 0, named: "nobody", assistant: false, dateProximity: 0, asksTime: false, asksQuantity: false, asksPlace: false,
  holdsDate: false, holdsNumber: false, properNouns: 0, askedBefore: 0, firstPerson: false,
};
const LEGS = Object.entries(RANKER_WEIGHTS.legs);
const valuesOf = (input: RankInput) => Object.fromEntries(RANK_FEATURES.map(({ name }, index) => [name, rankFeatures(input)[index]!]));

describe("features of the ranker", () => {
  it("fall away where the realm lacks what they need: all but the base score are 0", () => {
    const { base, "base × length": length, ...others } = valuesOf(BARE);
    expect(base).toBe(0.5);
    expect(length).toBeGreaterThan(0);
    expect(Object.values(others).every((value) => value === 0)).toBe(true);
  });

  it.each(LEGS)("%s: what is left keeps the order of the base score", (_, { features }) => {
    const scores = [0.1, 0.4, 0.9, 1.4].map((base) => rankScore(rankFeatures({ ...BARE, base }), features));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores.every(Number.isFinite)).toBe(true);
  });

  it("change nothing when all candidates lack or have the same: only differences rank", () => {
    const [plain, asked] = [BARE, { ...BARE, session: 1, dateProximity: 1 }].map((input) => [0.2, 0.8].map((base) => rankScore(rankFeatures({ ...input, base }), LEGS[0]![1].features)));
    expect(asked![1]! - asked![0]!).toBeCloseTo(plain![1]! - plain![0]!, 9);
  });

  it("tell what is asked for only by what holds it", () => {
    expect(valuesOf({ ...BARE, asksTime: true })["base if time is asked for and it holds a date"]).toBe(0);
    expect(valuesOf({ ...BARE, asksTime: true, holdsDate: true })["base if time is asked for and it holds a date"]).toBe(0.5);
    expect(valuesOf({ ...BARE, words: 500 })["base × length"]).toBe(valuesOf({ ...BARE, words: 60 })["base × length"]);
  });
});
