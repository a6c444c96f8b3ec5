import { expect, it } from "vitest";

import { CodedVectors } from "./coded-vectors.ts";
import { ExactVectors } from "./exact-vectors.ts";

const DIMENSION = 256;
const WORDS = 1_500;
const TEXTS = 2_000;
const COPIES = 15;
const NEAREST = 50;
const QUESTIONS = 60;
/** Vectors at the same distance may stand for one another. */
const SAME = 1e-5;
const all = () => true;

/** Numbers in [0, 1), the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Conversation as static vectors see it: a text is the sum of its words' vectors, rare words count more, and most texts are said again with a word exchanged. */
function nearCopies(): { vectors: Float32Array[]; questions: Float32Array[] } {
  const random = numbers(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const words = Array.from({ length: WORDS }, () => ({ vector: Float32Array.from({ length: DIMENSION }, normal), weight: random() ** 3 }));
  const anyWord = () => Math.floor(random() * WORDS);
  const vectorOf = (text: readonly number[]): Float32Array => {
    const sum = new Float32Array(DIMENSION);
    for (const word of text) for (let index = 0; index < DIMENSION; index += 1) sum[index]! += words[word]!.weight * words[word]!.vector[index]!;
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  };
  const texts = Array.from({ length: TEXTS }, () => Array.from({ length: 6 + Math.floor(random() * 20) }, anyWord));
  const again = (text: readonly number[]) => text.map((word) => (random() < 0.15 ? anyWord() : word));
  const vectors = Array.from({ length: TEXTS * COPIES }, (_, index) => vectorOf(again(texts[index % TEXTS]!)));
  const questions = Array.from({ length: QUESTIONS }, (_, index) => vectorOf([...texts[index * 7]!.slice(0, 3), anyWord(), anyWord()]));
  return { vectors, questions };
}

it("finds what an exact scan finds among near-copies", () => {
  const { vectors, questions } = nearCopies();
  const [codes, exact] = [new CodedVectors(DIMENSION, 0), new ExactVectors(DIMENSION, vectors.length)];
  vectors.forEach((vector, index) => [codes, exact].forEach((space) => space.append(index + 1, vector)));
  const shares = questions.map((question) => {
    const least = exact.cosines(question, exact.nearest(question, { count: NEAREST, admitted: all })).at(-1)! - SAME;
    const found = codes.nearest(question, { count: NEAREST, admitted: all });
    return exact.cosines(question, found).filter((cosine) => cosine >= least).length / NEAREST;
  });
  // With a question as coarse as the codes, and half as many candidates more, it would be .991.
  expect(shares.reduce((sum, share) => sum + share, 0) / QUESTIONS).toBeGreaterThanOrEqual(0.995);
});
