import { describe, expect, it } from "vitest";

import { bootstrapInterval } from "./bootstrap-interval.ts";
import { seededRandom } from "./seeded-random.ts";

describe("bootstrapInterval", () => {
  it("lies around the mean, as wide as the spread and the number of values allow, and is the same for the same seed", () => {
    const of = (count: number) => bootstrapInterval(Array.from({ length: count }, (_, index) => index % 2), { random: seededRandom(1), resamples: 2_000 });
    const [low, high] = of(200);
    expect(low).toBeCloseTo(0.5 - (1.96 * 0.5) / Math.sqrt(200), 1);
    expect(high).toBeCloseTo(0.5 + (1.96 * 0.5) / Math.sqrt(200), 1);
    const [wideLow, wideHigh] = of(20);
    expect(wideHigh - wideLow).toBeGreaterThan(2 * (high - low));
    expect(of(200)).toEqual([low, high]);
  });

  it("is nothing of no values, and the value itself of one", () => {
    const options = { random: seededRandom(1), resamples: 100 };
    expect(bootstrapInterval([], options)).toEqual([0, 0]);
    expect(bootstrapInterval([0.3], options)).toEqual([0.3, 0.3]);
  });
});
