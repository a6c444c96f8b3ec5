import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { chanceOfRelevance, chancesOf, relevanceOfChance } from "./chance.ts";

const weights = { share: 1.1, evidence: 0.6, offset: -0.5 };
const scores = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 100 });

describe("chancesOf", () => {
  it("keeps the order of the scores, in (0, 1)", () => {
    fc.assert(
      fc.property(scores, fc.double({ min: -8, max: 8, noNaN: true }), (values, logOdds) => {
        const chances = chancesOf(values, logOdds, weights);
        const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
        for (const [place, index] of order.entries()) {
          expect(chances[index]).toBeGreaterThan(0);
          expect(chances[index]).toBeLessThan(1);
          if (place > 0) expect(chances[index]).toBeGreaterThanOrEqual(chances[order[place - 1]!]!);
        }
      }),
    );
  });

  it("depends on how a candidate stands among the others, not on the level of the scores", () => {
    const shifted = chancesOf([13, 12, 10], 2, weights);
    for (const [index, chance] of chancesOf([3, 2, 0], 2, weights).entries()) expect(shifted[index]).toBeCloseTo(chance, 12);
    expect(chancesOf([3, 3], 2, weights)[0]).toBeLessThan(chancesOf([3, 0], 2, weights)[0]!);
  });

  it("falls with the evidence", () => {
    expect(chancesOf([3, 0], -4, weights)[0]).toBeLessThan(chancesOf([3, 0], 2, weights)[0]! / 3);
  });
});

describe("relevanceOfChance", () => {
  it("can be turned back, and keeps a step between what is likely and what is not", () => {
    expect(chanceOfRelevance(relevanceOfChance(0.3))).toBeCloseTo(0.3, 12);
    expect(relevanceOfChance(0.03) - relevanceOfChance(0.003)).toBeGreaterThan(0.15);
  });
});
