import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { factorsOf, frequency, knownConfidence, lifetimePriority, recency, reinforcement, tagAffinity, typePriority } from "./factors.ts";
import type { Scorable, ScoringContext } from "./factors.ts";
import { jaccard, maximalMarginalRelevance } from "./maximal-marginal-relevance.ts";
import { score } from "./score.ts";
import { checkWeights, FACTORS, PRESET_SETTINGS } from "./weights.ts";

const HOUR = 3_600_000;

const scorable: fc.Arbitrary<Scorable> = fc.record({
  kind: fc.constantFrom("memory" as const, "turn" as const, "chunk" as const),
  type: fc.constantFrom("rule" as const, "procedure" as const, "fact" as const, "episode" as const, "preference" as const, null),
  lifetime: fc.constantFrom("permanent" as const, "project" as const, "session" as const, "ttl" as const),
  project: fc.option(fc.string()),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  tags: fc.array(fc.string()),
  observedAt: fc.integer({ min: 0, max: 4e12 }),
  accessCount: fc.nat(),
  reinforcedCount: fc.nat(),
});

const context: fc.Arbitrary<ScoringContext> = fc.record({
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  now: fc.integer({ min: 0, max: 4e12 }),
  project: fc.option(fc.string()),
  queryWords: fc.array(fc.string()).map((words) => new Set(words)),
  hops: fc.option(fc.nat(5)),
  halfLifeHours: fc.option(fc.integer({ min: 1, max: 10_000 })),
});

describe("score", () => {
  it("is the sum of its contributions, in [0, 1], for every preset and any item", () => {
    fc.assert(
      fc.property(scorable, context, fc.boolean(), fc.boolean(), (item, around, superseded, conflict) => {
        const factors = factorsOf(item, around);
        for (const { weights } of Object.values(PRESET_SETTINGS)) {
          const breakdown = score(factors, weights, { superseded, conflict });
          const sum = FACTORS.reduce((total, factor) => total + breakdown.contributions[factor], 0);
          expect(breakdown.score).toBeCloseTo(sum, 12);
          expect(breakdown.score).toBeGreaterThanOrEqual(0);
          expect(breakdown.score).toBeLessThanOrEqual(1 + 1e-9);
        }
        for (const factor of FACTORS) expect(factors[factor], factor).toSatisfy((value: number) => value >= 0 && value <= 1);
      }),
    );
  });

  it("multiplies the penalties", () => {
    const factors = Object.fromEntries(FACTORS.map((factor) => [factor, 1])) as Record<(typeof FACTORS)[number], number>;
    expect(score(factors, PRESET_SETTINGS.cortex.weights, { superseded: true, conflict: true }).score).toBeCloseTo(0.24);
  });

  it("never lets popularity beat relevance: all that use adds weighs less than a quarter of relevance", () => {
    const { weights } = PRESET_SETTINGS.cortex;
    expect(weights.frequency + weights.reinforcement).toBeLessThan(weights.relevance / 3);
  });
});

describe("factors", () => {
  it("follow the formulas of the seeds", () => {
    expect(recency(0, 168 * HOUR, 168)).toBeCloseTo(0.5);
    expect(recency(10, 0, 168)).toBe(1);
    expect(frequency(0)).toBe(0);
    expect(frequency(1_023)).toBe(1);
    expect(frequency(31)).toBeCloseTo(0.5);
    expect(reinforcement(31)).toBe(1);
    expect(typePriority("rule")).toBe(1);
    expect(typePriority("preference")).toBeCloseTo(0.7 / 1.5);
    expect(lifetimePriority({ lifetime: "permanent", project: "a" }, "a")).toBe(1);
    expect(lifetimePriority({ lifetime: "permanent", project: null }, null)).toBe(0.67);
    expect(lifetimePriority({ lifetime: "ttl", project: null }, "a")).toBe(0.53);
    expect(knownConfidence(0)).toBe(0.7);
    expect(tagAffinity(["Dentist", "teeth"], new Set(["dentist"]))).toBe(0.5);
  });
});

describe("checkWeights", () => {
  it("refuses weights that do not sum to 1 or leave [0, 1]", () => {
    const { weights } = PRESET_SETTINGS.cortex;
    expect(() => checkWeights({ ...weights, relevance: 0.5 })).toThrow(expect.objectContaining({ code: "config_invalid" }));
    expect(() => checkWeights({ ...weights, relevance: -0.05, recency: 0.58 })).toThrow(expect.objectContaining({ code: "config_invalid" }));
  });
});

describe("maximalMarginalRelevance", () => {
  const item = (value: number, text: string) => ({ score: value, terms: () => new Set(text.split(" ")) });

  it("keeps a repetition out and a second piece of evidence in", () => {
    const items = [item(0.9, "the dentist moved to friday"), item(0.89, "the dentist moved to friday"), item(0.85, "friday at ten works for me")];
    expect(maximalMarginalRelevance(items, { lambda: 0.7, limit: 2 })).toEqual([0, 2]);
    expect(maximalMarginalRelevance(items, { lambda: 1, limit: 2 })).toEqual([0, 1]);
  });

  it("returns distinct indexes, as many as asked for or as there are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.string())), fc.nat(20), (pairs, limit) => {
        const chosen = maximalMarginalRelevance(pairs.map(([value, text]) => item(value, text)), { lambda: 0.7, limit });
        expect(new Set(chosen).size).toBe(Math.min(limit, pairs.length));
      }),
    );
  });

  it("chooses as if each item were compared with all that are chosen", () => {
    const text = fc.array(fc.constantFrom("tea", "jam", "sun", "moss", "fern"), { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(0.2, 0.5, 0.6, 0.9), text), { maxLength: 12 }), fc.nat(12), fc.constantFrom(0, 0.5, 0.7), (pairs, limit, lambda) => {
        const items = pairs.map(([value, words]) => item(value, words));
        const likeness = (one: number, other: number): number => {
          const index = jaccard(items[one]!.terms(), items[other]!.terms());
          return index < 0.5 ? 0 : index;
        };
        const chosen: number[] = [];
        const open = items.map((_, index) => index).sort((a, b) => items[b]!.score - items[a]!.score || a - b);
        const marginal = (index: number): number => lambda * items[index]!.score - (1 - lambda) * Math.max(0, ...chosen.map((other) => likeness(index, other)));
        while (open.length > 0 && chosen.length < limit) {
          const best = Math.max(...open.map(marginal));
          chosen.push(...open.splice(open.findIndex((index) => marginal(index) === best), 1));
        }
        expect(maximalMarginalRelevance(items, { lambda, limit })).toEqual(chosen);
      }),
      { numRuns: 500 },
    );
  });

  it("gives a group no more than its places, as long as others are there", () => {
    const of = (group: string | null, value: number) => ({ ...item(value, `${group} ${value}`), group });
    const items = [of("s", 0.9), of("s", 0.8), of("s", 0.7), of(null, 0.3), of(null, 0.2), of("t", 0.1)];
    const choose = (limit: number) => maximalMarginalRelevance(items, { lambda: 1, limit, mostOfGroup: 2 });
    expect(choose(3)).toEqual([0, 1, 3]);
    expect(choose(5)).toEqual([0, 1, 3, 4, 5]);
    expect(choose(6)).toEqual([0, 1, 3, 4, 5, 2]);
  });

  it("measures likeness by the Jaccard index", () => {
    expect(jaccard(new Set(["a", "b"]), new Set(["b", "c"]))).toBeCloseTo(1 / 3);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });
});
