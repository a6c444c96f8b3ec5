import { describe, expect, it } from "vitest";

import { seededRandom } from "../metrics.ts";
import { isClear, pairedBootstrap } from "./paired-bootstrap.ts";
import { reliability } from "./reliability.ts";
import { areaUnderCurve } from "./separation.ts";

describe("paired differences", () => {
  const base = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);

  it("see a small steady gain that the spread of the values would hide", () => {
    const gain = pairedBootstrap(base, base.map((value, index) => value + (index % 4 === 0 ? -1 : 2)), seededRandom(1));
    expect(gain).toMatchObject({ mean: 1.25, better: 75, worse: 25 });
    expect(gain.interval[0]).toBeGreaterThan(0.9);
    expect(gain.interval[1]).toBeLessThan(1.6);
    expect(isClear(gain)).toBe(true);
  });

  it("are not clear where gains and losses are alike, and the same for the same seed", () => {
    const changed = base.map((value, index) => value + (index % 2 === 0 ? 3 : -3));
    const difference = pairedBootstrap(base, changed, seededRandom(2));
    expect(difference.mean).toBe(0);
    expect(isClear(difference)).toBe(false);
    expect(difference).toEqual(pairedBootstrap(base, changed, seededRandom(2)));
  });

  it("refuse lists that do not pair", () => {
    expect(() => pairedBootstrap([1], [], seededRandom(1))).toThrow("1 and 0");
  });
});

describe("area under the curve", () => {
  it("is the share of pairs in the right order, ties counting half", () => {
    expect(areaUnderCurve([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(areaUnderCurve([0.1], [0.9])).toBe(0);
    expect(areaUnderCurve([0.5, 0.5], [0.5])).toBe(0.5);
    expect(areaUnderCurve([0.3, 0.7, 0.7], [0.3, 0.1, 0.7])).toBeCloseTo((1.5 + 2.5 + 2.5) / 9);
    expect(areaUnderCurve([], [1])).toBeNull();
  });
});

describe("reliability", () => {
  it("compares what was claimed with what came true, bin by bin", () => {
    const claims = [0.82, 0.84, 0.86, 0.88].map((claimed, index) => ({ claimed, true: index < 2 }));
    const { bins, error } = reliability([...claims, { claimed: 0.05, true: false }, { claimed: 1, true: true }]);
    expect(bins[8]).toMatchObject({ from: 0.8, count: 4, observed: 0.5 });
    expect(bins[8]!.claimed).toBeCloseTo(0.85);
    expect(bins[9]).toMatchObject({ count: 1, claimed: 1, observed: 1 });
    expect(error).toBeCloseTo((4 * 0.35 + 0.05) / 6);
  });

  it("finds nothing wrong with nothing", () => {
    expect(reliability([]).error).toBe(0);
  });
});
