import { dot, solve } from "./listwise-softmax.ts";

/** One question asked of one conversation: what was found, and whether it is about that conversation. */
export interface AnswerabilityExample {
  group: string;
  conversation: string;
  coverage: number;
  cosine: number | null;
  answerable: boolean;
}

const ITERATIONS = 50;
const L2 = 0.002;

/** Logistic regression by Newton's method; every group's answerable and foreign questions weigh the same. Returns coverage, cosine, offset. */
export function fitAnswerability(examples: readonly AnswerabilityExample[], withCosine: boolean): number[] {
  const sizes = new Map<string, number>();
  const kind = (example: AnswerabilityExample) => `${example.group} ${example.answerable}`;
  for (const example of examples) sizes.set(kind(example), (sizes.get(kind(example)) ?? 0) + 1);
  let weights = [0, 0, 0];
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const penalty = [L2, L2, 1e-9];
    const gradient = weights.map((weight, index) => penalty[index]! * weight);
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? penalty[row]! : 0)));
    for (const example of examples) {
      const values = evidenceValues(example, withCosine);
      const probability = 1 / (1 + Math.exp(-dot(values, weights)));
      const share = 1 / sizes.get(kind(example))!;
      for (let row = 0; row < 3; row += 1) {
        gradient[row]! += share * (probability - (example.answerable ? 1 : 0)) * values[row]!;
        for (let column = 0; column < 3; column += 1) hessian[row]![column]! += share * probability * (1 - probability) * values[row]! * values[column]!;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, index) => weight - step[index]!);
  }
  return weights;
}

const evidenceValues = ({ coverage, cosine }: AnswerabilityExample, withCosine: boolean): number[] => [coverage, withCosine ? (cosine ?? 0) : 0, 1];

export interface Separation {
  group: string;
  /** Area under the ROC curve: the chance that an answerable question scores above a foreign one. */
  area: number;
  /** Shares at the threshold: answerable questions below it, foreign ones below it. */
  missed: number;
  refused: number;
}

/** Every conversation is judged by weights fitted without it. */
export function crossValidatedSeparation(examples: readonly AnswerabilityExample[], withCosine: boolean, threshold: number): Separation[] {
  const judged = [...new Set(examples.map((example) => example.conversation))].flatMap((conversation) => {
    const weights = fitAnswerability(examples.filter((example) => example.conversation !== conversation), withCosine);
    return examples.filter((example) => example.conversation === conversation).map((example) => ({ example, score: dot(evidenceValues(example, withCosine), weights) }));
  });
  return [...new Set(examples.map((example) => example.group))].map((group) => {
    const own = judged.filter(({ example }) => example.group === group);
    const positives = own.filter(({ example }) => example.answerable).map(({ score }) => score);
    const negatives = own.filter(({ example }) => !example.answerable).map(({ score }) => score);
    const below = (scores: readonly number[]) => scores.filter((score) => 1 / (1 + Math.exp(-score)) < threshold).length / scores.length;
    return { group, area: area(positives, negatives), missed: below(positives), refused: below(negatives) };
  });
}

function area(positives: readonly number[], negatives: readonly number[]): number {
  let above = 0;
  for (const positive of positives) for (const negative of negatives) above += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  return above / (positives.length * negatives.length);
}
