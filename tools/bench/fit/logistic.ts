import { dot, solve } from "./listwise-softmax.ts";

/** One case of a logistic regression. */
export interface Observation {
  values: readonly number[];
  outcome: boolean;
  /** How much it counts. */
  weight: number;
}

const ITERATIONS = 50;
const TOLERANCE = 1e-9;

/** Logistic regression with L2 by Newton's method; `penalties` holds one strength for each value. Convex: nothing but the cases decides. */
export function fitLogistic(observations: readonly Observation[], penalties: readonly number[]): number[] {
  let weights = penalties.map(() => 0);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const gradient = weights.map((weight, index) => penalties[index]! * weight);
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? penalties[row]! : 0)));
    for (const { values, outcome, weight } of observations) {
      const probability = logistic(dot(values, weights));
      for (let row = 0; row < values.length; row += 1) {
        gradient[row]! += weight * (probability - (outcome ? 1 : 0)) * values[row]!;
        for (let column = 0; column < values.length; column += 1) hessian[row]![column]! += weight * probability * (1 - probability) * values[row]! * values[column]!;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, index) => weight - step[index]!);
    if (Math.max(...step.map(Math.abs)) < TOLERANCE) break;
  }
  return weights;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
