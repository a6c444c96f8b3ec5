import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyWeighting, sumWeighting } from "./weighting.ts";

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
