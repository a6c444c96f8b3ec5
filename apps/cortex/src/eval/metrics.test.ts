import { describe, expect, it } from "vitest";

import { metricsOf } from "./metrics.ts";

describe("metricsOf", () => {
  it("is 1 throughout when everything wanted stands first", () => {
    expect(metricsOf([1, 2])).toEqual({ "recall@5": 1, "recall@10": 1, "ndcg@10": 1, mrr: 1, "all@10": 1, "hit@1": 1 });
  });

  it("is 0 throughout when nothing was found", () => {
    expect(metricsOf([null, null])).toEqual({ "recall@5": 0, "recall@10": 0, "ndcg@10": 0, mrr: 0, "all@10": 0, "hit@1": 0 });
  });

  it("counts shares, and how far up they stand", () => {
    const metrics = metricsOf([7, 3, null, 12]);
    expect(metrics).toMatchObject({ "recall@5": 0.25, "recall@10": 0.5, mrr: 1 / 3, "all@10": 0, "hit@1": 0 });
    const ideal = 1 + 1 / Math.log2(3) + 1 / 2 + 1 / Math.log2(5);
    expect(metrics["ndcg@10"]).toBeCloseTo((1 / 2 + 1 / 3) / ideal, 10);
  });

  it("never gives more than the ideal when one item brings two of the wanted", () => {
    expect(metricsOf([1, 1])["ndcg@10"]).toBe(1);
  });
});
