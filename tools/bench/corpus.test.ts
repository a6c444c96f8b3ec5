import { expect, test } from "vitest";

import { makeCorpus } from "./corpus.ts";
import type { Dataset } from "./datasets/dataset.ts";
import { seededRandom } from "./metrics.ts";

function dataset(): Dataset {
  const random = seededRandom(3);
  const word = () => `word${Math.floor(2_000 ** random())}`;
  const sentence = (length: number) => Array.from({ length }, word).join(" ");
  const turns = Array.from({ length: 300 }, (_, index) => ({ id: `t${index}`, session: "s", speaker: "user", role: "user" as const, text: sentence(20), at: null }));
  const questions = Array.from({ length: 20 }, (_, index) => ({ id: `q${index}`, text: sentence(8), category: "c", gold: ["t1"], headline: true }));
  return { name: "made", conversations: [{ id: "c", turns, questions }] };
}

const corpus = makeCorpus([dataset()]);
const vocabulary = (turns: number) => new Set(Array.from({ length: turns }, (_, index) => corpus.text(index)).flatMap((text) => text.split(" "))).size;

test("the same number gives the same text", () => {
  const again = makeCorpus([dataset()]);
  expect([corpus.text(5_000), corpus.question(5_000)]).toEqual([again.text(5_000), again.question(5_000)]);
});

test("turns are no copies of one another", () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => corpus.text(index));
  expect(new Set(texts).size).toBeGreaterThan(4_950);
  expect(new Set(Array.from({ length: 2_000 }, (_, index) => corpus.question(index))).size).toBeGreaterThan(1_500);
});

test("vocabulary goes on growing, slower than the text, as it does in real text", () => {
  const [small, large] = [vocabulary(1_000), vocabulary(10_000)];
  expect(large / small).toBeGreaterThan(1.5);
  expect(large / small).toBeLessThan(4);
});
