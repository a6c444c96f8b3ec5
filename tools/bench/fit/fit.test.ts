import { describe, expect, it } from "vitest";

import { seededRandom } from "../metrics.ts";
import { crossValidate } from "./cross-validate.ts";
import { dot, fitListwiseSoftmax, solve } from "./listwise-softmax.ts";
import type { RankingExample } from "./listwise-softmax.ts";
import { crossValidatedSeparation, fitAnswerability } from "./logistic.ts";

/** Gold is whatever scores best by hidden weights, with a little noise. */
function examples(hidden: readonly number[]): RankingExample[] {
  const random = seededRandom(3);
  return Array.from({ length: 80 }, (_, index) => {
    const features = Array.from({ length: 20 }, () => hidden.map(() => random()));
    const scores = features.map((values) => dot(values, hidden) + 0.1 * random());
    const gold = scores.map((value) => value === Math.max(...scores));
    return { group: index % 2 === 0 ? "a" : "b", conversation: String(index % 8), features, gold, goldCount: 1 };
  });
}

describe("the fit of the ranker", () => {
  it("solves linear systems", () => {
    expect(solve([[0, 2], [1, 1]], [4, 3]).map((value) => Math.round(value))).toEqual([1, 2]);
  });

  it("finds the direction of the weights that made the data, and ranks unseen conversations by it", () => {
    const weights = fitListwiseSoftmax(examples([3, -2, 0]), 0.01);
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[1]).toBeLessThan(-1);
    expect(Math.abs(weights[2]!)).toBeLessThan(0.5 * weights[0]!);
    for (const { ndcg10 } of crossValidate(examples([3, -2, 0]), 0.01)) expect(ndcg10).toBeGreaterThan(85);
  });

  it("is a minimum: no small step makes the loss smaller", () => {
    const data = examples([1, 1, 0]);
    const weights = fitListwiseSoftmax(data, 0.01);
    expect(fitListwiseSoftmax(data, 0.01)).toEqual(weights);
    expect(fitListwiseSoftmax([...data].reverse(), 0.01).map((weight) => weight.toFixed(6))).toEqual(weights.map((weight) => weight.toFixed(6)));
  });
});

describe("the fit of answerability", () => {
  const judged = Array.from({ length: 200 }, (_, index) => {
    const answerable = index % 2 === 0;
    const random = seededRandom(index);
    return { group: "a", conversation: String(index % 10), answerable, coverage: (answerable ? 0.6 : 0.3) + 0.3 * random(), cosine: (answerable ? 0.5 : 0.3) + 0.2 * random() };
  });

  it("separates what it can", () => {
    const [coverage, cosine] = fitAnswerability(judged, true);
    expect(coverage).toBeGreaterThan(0);
    expect(cosine).toBeGreaterThan(0);
    expect(crossValidatedSeparation(judged, true, 0.5)[0]).toMatchObject({ group: "a", area: 1 });
  });
});
