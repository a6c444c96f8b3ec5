import type { TermScores } from "./borrow-words.ts";
import type { Neighbourhood } from "./neighbourhood.ts";

/**
 * Share of the question's terms that each row holds itself, each weighing its best BM25 among the rows (which grows with its rarity).
 * [0, 1]; terms that no row holds do not count.
 */
export function termCoverage(rows: readonly TermScores[]): Float64Array {
  const weights = termWeights(rows);
  const total = sumOf(weights);
  const coverage = new Float64Array(rows.length);
  if (total === 0) return coverage;
  for (let index = 0; index < rows.length; index += 1) {
    const { scores } = rows[index]!;
    let held = 0;
    for (let term = 0; term < weights.length; term += 1) if (scores[term]! > 0) held += weights[term]!;
    coverage[index] = held / total;
  }
  return coverage;
}

const COVERAGE_REACH = 2;

/**
 * The largest share of the question's terms that stand together in a document and the turns up to two places from it, [0, 1]. Terms that
 * no row holds count as much as the rarest: a question about something else names what is not known here. The rows are the first
 * candidates of the neighbourhood.
 */
export function bestWindowCoverage(rows: readonly TermScores[], neighbourhood: Neighbourhood): number {
  const known = termWeights(rows);
  const rarest = Math.max(0, ...known);
  const weights = known.map((weight) => (weight === 0 ? rarest : weight));
  const total = sumOf(weights);
  if (total === 0) return 0;
  const holds = new Uint8Array(weights.length);
  let best = 0;
  for (let index = 0; index < rows.length; index += 1) {
    holds.fill(0);
    mark(rows[index], holds);
    for (let distance = 1; distance <= COVERAGE_REACH; distance += 1) {
      mark(rows[neighbourhood.before(index, distance)], holds);
      mark(rows[neighbourhood.after(index, distance)], holds);
    }
    let held = 0;
    for (let term = 0; term < weights.length; term += 1) if (holds[term] === 1) held += weights[term]!;
    best = Math.max(best, held / total);
  }
  return best;
}

function mark(row: TermScores | undefined, holds: Uint8Array): void {
  if (row === undefined) return;
  for (let term = 0; term < holds.length; term += 1) if (row.scores[term]! > 0) holds[term] = 1;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A term's best BM25 among the rows, 0 when none holds it. */
function termWeights(rows: readonly TermScores[]): number[] {
  const weights = new Array<number>(rows[0]?.scores.length ?? 0).fill(0);
  for (const { scores } of rows) for (let term = 0; term < weights.length; term += 1) if (scores[term]! > weights[term]!) weights[term] = scores[term]!;
  return weights;
}
