import type { TermScores } from "./borrow-words.ts";
import { Neighbourhood } from "./neighbourhood.ts";

/**
 * Share of the question's terms that a document holds itself, each weighing its best BM25 among the rows (which grows with its rarity).
 * [0, 1] by id; terms that no row holds do not count.
 */
export function termCoverage(rows: readonly TermScores[]): Map<string, number> {
  const weights = termWeights(rows);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const coverage = new Map<string, number>();
  if (total === 0) return coverage;
  for (const { ref, scores } of rows) {
    const held = scores.reduce((sum, score, term) => sum + (score > 0 ? (weights[term] ?? 0) : 0), 0);
    coverage.set(ref.id, held / total);
  }
  return coverage;
}

const COVERAGE_REACH = 2;

/**
 * The largest share of the question's terms that stand together in a document and the turns up to two places from it, [0, 1]. Terms that
 * no row holds count as much as the rarest: a question about something else names what is not known here.
 */
export function bestWindowCoverage(rows: readonly TermScores[]): number {
  const known = termWeights(rows);
  const rarest = Math.max(0, ...known);
  const weights = known.map((weight) => (weight === 0 ? rarest : weight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const neighbourhood = new Neighbourhood(rows);
  let best = 0;
  for (const row of rows) {
    const around = [row, ...neighbourhood.around(row.ref, COVERAGE_REACH).map((neighbour) => neighbour.row)];
    const held = weights.reduce((sum, weight, term) => sum + (around.some(({ scores }) => (scores[term] ?? 0) > 0) ? weight : 0), 0);
    best = Math.max(best, held / total);
  }
  return best;
}

/** A term's best BM25 among the rows, 0 when none holds it. */
function termWeights(rows: readonly TermScores[]): number[] {
  const weights = new Array<number>(rows[0]?.scores.length ?? 0).fill(0);
  for (const { scores } of rows) scores.forEach((score, term) => (weights[term] = Math.max(weights[term] ?? 0, score)));
  return weights;
}
