import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyWeighting, sumWeighting, TokenTally } from "./weighting.ts";

describe("sumWeighting", () => {
  it("adds counts up, ids ascending as numbers", () => {
    const weighting = sumWeighting([new Map([[10, 1], [9, 2]]), new Map([[100, 5], [9, 1]])]);
    expect(weighting).toEqual({ total: 9, ids: Uint32Array.of(9, 10, 100), counts: Uint32Array.of(3, 1, 5) });
  });

  it("of nothing is the empty weighting", () => {
    expect(sumWeighting([])).toEqual(emptyWeighting());
  });

  it("does not depend on how counts are split or ordered", () => {
    const counts = fc.array(fc.tuple(fc.nat(500), fc.nat(1_000)), { maxLength: 50 });
    fc.assert(fc.property(counts, (pairs) => {
      const together = sumWeighting(pairs.map((pair) => new Map([pair])));
      const reversed = sumWeighting(pairs.toReversed().map((pair) => new Map([pair])));
      expect(reversed).toEqual(together);
      expect(together.total).toBe(together.counts.reduce((sum, count) => sum + count, 0));
    }));
  });
});

describe("a tally of tokens", () => {
  it("goes on after it was read", () => {
    const tally = new TokenTally();
    expect(tally.weighting()).toEqual(emptyWeighting());
    tally.add(new Map([[7, 2]]));
    expect(tally.weighting()).toEqual({ total: 2, ids: Uint32Array.of(7), counts: Uint32Array.of(2) });
    tally.add(new Map([[7, 1], [3, 5]]));
    expect(tally.weighting()).toEqual({ total: 8, ids: Uint32Array.of(3, 7), counts: Uint32Array.of(5, 3) });
  });
});
