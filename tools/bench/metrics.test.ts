import { describe, expect, it } from "vitest";

import { ndcgAt, percentile, recallAt, reciprocalRank, retrievalMetrics } from "./metrics.ts";

describe("retrieval metrics", () => {
  it("follow their definitions", () => {
    expect(recallAt(2, ["a", "x", "b"], ["a", "b"])).toBe(0.5);
    expect(reciprocalRank(["x", "a"], ["a", "b"])).toBe(0.5);
    expect(reciprocalRank(["x"], ["a"])).toBe(0);
    expect(ndcgAt(10, ["x", "a"], ["a"])).toBeCloseTo(1 / Math.log2(3));
    expect(ndcgAt(10, ["a", "b"], ["b", "a"])).toBe(1);
    expect(retrievalMetrics(["a", "b"], ["a", "b"])).toMatchObject({ "all@10": 1, "recall@5": 1 });
    expect(retrievalMetrics(["a"], ["a", "b"])).toMatchObject({ "all@10": 0, "recall@10": 0.5 });
  });

  it("take percentiles by nearest rank", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(values, 50), percentile(values, 95), percentile([7], 99)]).toEqual([50, 95, 7]);
  });
});
