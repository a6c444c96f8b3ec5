import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { factorsOf } from "./factors.ts";
import type { Scorable, ScoringContext } from "./factors.ts";
import { score } from "./score.ts";
import { PRESET_SETTINGS } from "./weights.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const memory: Scorable = { kind: "memory", type: "fact", lifetime: "permanent", project: null, confidence: 1, tags: [], observedAt: 0, accessCount: 0, reinforcedCount: 0 };
const context: ScoringContext = { relevance: 0, now: 3_600_000, project: null, queryWords: new Set(), hops: null, halfLifeHours: null };

describe("access counts", () => {
  it.each(Object.entries(PRESET_SETTINGS))("of any size move an item of the preset %s by no more than the weight of frequency over that of relevance", (_, { weights }) => {
    const reach = weights.frequency / weights.relevance;
    expect(reach).toBeLessThanOrEqual(0.2);
    const scored = (relevance: number, accessCount: number): number => {
      const factors = factorsOf({ ...memory, accessCount }, { ...context, relevance });
      return score(factors, weights, { superseded: false, conflict: false }).score;
    };
    fc.assert(
      fc.property(unit, unit, fc.nat(), fc.nat(), (one, other, few, many) => {
        const [relevant, popular] = one > other ? [one, other] : [other, one];
        fc.pre(relevant - popular > reach + 1e-9);
        expect(scored(relevant, few)).toBeGreaterThan(scored(popular, many));
      }),
    );
  });
});
