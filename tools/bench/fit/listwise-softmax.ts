import type { RankingExample } from "./examples.ts";

const ITERATIONS = 50;
const TOLERANCE = 1e-9;
const SHORTEST_STEP = 1e-6;

/**
 * Listwise softmax regression (ListNet, Cao et al. 2007) with L2: minimises, by Newton's method with step halving, the mean cross-entropy between
 * the gold turns of a question and the softmax over its candidates. Every group (data set) weighs the same. The penalty is that of
 * features in units of their standard deviation: a feature that is rarely above 0 is not held down for its scale. Convex, so the
 * weights depend on nothing but the examples and `l2`. Questions without a found gold turn teach nothing.
 */
export function fitListwiseSoftmax(examples: readonly RankingExample[], l2: number): number[] {
  const teaching = examples.filter((example) => example.gold.includes(true));
  const sizes = new Map<string, number>();
  for (const { group } of teaching) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const share = (example: RankingExample) => 1 / sizes.get(example.group)!;
  const penalties = variances(teaching).map((variance) => l2 * variance);
  const penalty = (candidate: readonly number[]) => candidate.reduce((sum, weight, index) => sum + (penalties[index]! / 2) * weight * weight, 0);
  const loss = (candidate: readonly number[]) => teaching.reduce((sum, example) => sum + share(example) * crossEntropy(example, candidate), penalty(candidate));
  let weights = penalties.map(() => 0);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const gradient = weights.map((weight, index) => penalties[index]! * weight);
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? penalties[row]! : 0)));
    for (const example of teaching) accumulate({ example, weights, share: share(example), gradient, hessian });
    const step = solve(hessian, gradient);
    const before = loss(weights);
    const move = (length: number) => weights.map((weight, index) => weight - length * step[index]!);
    let length = 1;
    while (length > SHORTEST_STEP && loss(move(length)) > before) length /= 2;
    weights = move(length);
    if (Math.max(...step.map(Math.abs)) < TOLERANCE || length <= SHORTEST_STEP) break;
  }
  return weights;
}

/** A feature that never changes (no space, no speakers) gets this variance, and with it the weight 0. */
const LEAST_VARIANCE = 1e-6;

/** Of every feature, over all candidates. */
function variances(examples: readonly RankingExample[]): number[] {
  const rows = examples.flatMap((example) => example.features);
  const width = rows[0]?.length ?? 0;
  const average = (of: (row: readonly number[]) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return Array.from({ length: width }, (_, index) => {
    const middle = average((row) => row[index]!);
    return Math.max(LEAST_VARIANCE, average((row) => (row[index]! - middle) ** 2));
  });
}

/** Cross-entropy between the gold turns, equally likely, and the softmax over the candidates. */
function crossEntropy({ features, gold }: RankingExample, weights: readonly number[]): number {
  const scores = features.map((values) => dot(values, weights));
  const highest = Math.max(...scores);
  const logTotal = highest + Math.log(scores.reduce((sum, value) => sum + Math.exp(value - highest), 0));
  const found = scores.filter((_, index) => gold[index]);
  return logTotal - found.reduce((sum, value) => sum + value, 0) / found.length;
}

interface Accumulation {
  example: RankingExample;
  weights: readonly number[];
  share: number;
  gradient: number[];
  hessian: number[][];
}

function accumulate({ example, weights, share, gradient, hessian }: Accumulation): void {
  const scores = example.features.map((features) => dot(features, weights));
  const highest = Math.max(...scores);
  const exponents = scores.map((value) => Math.exp(value - highest));
  const total = exponents.reduce((sum, value) => sum + value, 0);
  const found = example.gold.filter(Boolean).length;
  const mean = weights.map(() => 0);
  for (const [index, features] of example.features.entries()) {
    const probability = exponents[index]! / total;
    const surprise = probability - (example.gold[index]! ? 1 / found : 0);
    for (let row = 0; row < features.length; row += 1) {
      gradient[row]! += share * surprise * features[row]!;
      mean[row]! += probability * features[row]!;
      for (let column = 0; column < features.length; column += 1) hessian[row]![column]! += share * probability * features[row]! * features[column]!;
    }
  }
  for (let row = 0; row < mean.length; row += 1) {
    for (let column = 0; column < mean.length; column += 1) hessian[row]![column]! -= share * mean[row]! * mean[column]!;
  }
}

export const dot = (left: readonly number[], right: readonly number[]): number => left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

/** Solves A · x = b by Gaussian elimination with partial pivoting. A is positive definite here. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[best]![pivot]!)) best = row;
    [rows[pivot], rows[best]] = [rows[best]!, rows[pivot]!];
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!;
      for (let column = pivot; column <= size; column += 1) rows[row]![column]! -= factor * rows[pivot]![column]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    const known = dot(rows[row]!.slice(row + 1, size), solution.slice(row + 1));
    solution[row] = (rows[row]![size]! - known) / rows[row]![row]!;
  }
  return solution;
}
