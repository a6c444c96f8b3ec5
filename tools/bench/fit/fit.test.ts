import { describe, expect, it } from "vitest";

import { seededRandom } from "../metrics.ts";
import { chanceReliability, crossValidate, rankingFigures, separations } from "./cross-validate.ts";
import type { RankingExample } from "./examples.ts";
import { fitRanker } from "./fit-ranker.ts";
import { dot, fitListwiseSoftmax, solve } from "./listwise-softmax.ts";

/** Gold is whatever scores best by hidden weights, with a little noise; every other question is about something else and finds less evidence. */
function examples(hidden: readonly number[]): RankingExample[] {
  const random = seededRandom(3);
  return Array.from({ length: 160 }, (_, index) => {
    const features = Array.from({ length: 20 }, () => hidden.map(() => random()));
    const scores = features.map((values) => dot(values, hidden) + 0.1 * random());
    const own = index % 2 === 0;
    const evidence = { coverage: (own ? 0.5 : 0.2) + 0.4 * random(), cosine: (own ? 0.5 : 0.3) + 0.2 * random() };
    const gold = scores.map((value) => own && value === Math.max(...scores));
    return { group: index % 4 < 2 ? "a" : "b", conversation: String(index % 8), features, gold, goldCount: own ? 1 : 0, evidence };
  });
}

const own = (hidden: readonly number[]) => examples(hidden).filter(({ goldCount }) => goldCount > 0);

describe("the fit of the ranker", () => {
  it("solves linear systems", () => {
    expect(solve([[0, 2], [1, 1]], [4, 3]).map((value) => Math.round(value))).toEqual([1, 2]);
  });

  it("finds the direction of the weights that made the data, and ranks unseen conversations by it", () => {
    const weights = fitListwiseSoftmax(own([3, -2, 0]), 0.01);
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[1]).toBeLessThan(-1);
    expect(Math.abs(weights[2]!)).toBeLessThan(0.5 * weights[0]!);
    for (const { ndcg10 } of rankingFigures(crossValidate(examples([3, -2, 0]), 0.01))) expect(ndcg10).toBeGreaterThan(85);
  });

  it("does not depend on the order of the questions", () => {
    const weights = fitListwiseSoftmax(own([1, 1, 0]), 0.01);
    expect(fitListwiseSoftmax(own([1, 1, 0]).reverse(), 0.01).map((weight) => weight.toFixed(6))).toEqual(weights.map((weight) => weight.toFixed(6)));
  });

  it("penalises features in their own units", () => {
    const shrunk = own([3, -2, 0]).map((example) => ({ ...example, features: example.features.map(([first, ...rest]) => [first! / 100, ...rest]) }));
    const [first, second] = fitListwiseSoftmax(own([3, -2, 0]), 0.1);
    const [large, same] = fitListwiseSoftmax(shrunk, 0.1);
    expect(large! / 100).toBeCloseTo(first!, 3);
    expect(same).toBeCloseTo(second!, 3);
  });

  it("gives a feature that never changes no weight", () => {
    const flat = own([3, -2, 0]).map((example) => ({ ...example, features: example.features.map((values) => [...values, 0]) }));
    expect(fitListwiseSoftmax(flat, 0.01)[3]).toBe(0);
  });
});

describe("the fit of the chances", () => {
  const judged = crossValidate(examples([6, -4, 1]), 0.01);

  it("separates questions about the conversation from others", () => {
    for (const { evidenceArea, chanceArea } of separations(judged, 0.5)) {
      expect(evidenceArea).toBeGreaterThan(0.9);
      expect(chanceArea).toBeGreaterThan(0.9);
    }
  });

  it("means by a chance about what comes true, in every group", () => {
    for (const { reliability } of chanceReliability(judged)) expect(reliability.error).toBeLessThan(0.03);
  });

  it("knows no cosine where there is none", () => {
    const words = examples([3, -2, 0]).map((example) => ({ ...example, evidence: { coverage: example.evidence.coverage, cosine: null } }));
    expect(fitRanker(words, 0.01).answerability.cosine).toBe(0);
  });
});
