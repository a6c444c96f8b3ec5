import type { Neighbourhood } from "./neighbourhood.ts";
import type { TermTable } from "./term-table.ts";

/**
 * Share of the question's terms that each row holds itself, each weighing its best BM25 among the rows (which grows with its rarity).
 * [0, 1]; terms that no row holds do not count.
 */
export function termCoverage(table: TermTable): Float64Array {
  const weights = termWeights(table);
  const total = sumOf(weights);
  const coverage = new Float64Array(table.rows);
  for (const row of table.holders) {
    let held = 0;
    for (let term = 0; term < weights.length; term += 1) if (table.scores[row * table.terms + term]! > 0) held += weights[term]!;
    coverage[row] = held / total;
  }
  return coverage;
}

const COVERAGE_REACH = 2;

/**
 * The largest share of the question's terms that stand together in a document and the turns up to two places from it, [0, 1]. Terms that
 * no row holds count as much as the rarest: a question about something else names what is not known here. The rows are the first
 * candidates of the neighbourhood.
 */
export function bestWindowCoverage(table: TermTable, neighbourhood: Neighbourhood): number {
  const known = termWeights(table);
  const rarest = Math.max(0, ...known);
  const weights = known.map((weight) => (weight === 0 ? rarest : weight));
  const total = sumOf(weights);
  if (total === 0) return 0;
  const window = { count: 0, starts: new Int32Array(2 * COVERAGE_REACH + 1) };
  let best = 0;
  for (let row = 0; row < table.rows; row += 1) {
    holdersAround(table, { neighbourhood, row }, window);
    if (window.count > 0) best = Math.max(best, heldBy(window, table.scores, weights) / total);
  }
  return best;
}

interface Window {
  count: number;
  /** Where the row of each holder begins. */
  starts: Int32Array;
}

function holdersAround({ terms, holds }: TermTable, { neighbourhood, row }: { neighbourhood: Neighbourhood; row: number }, window: Window): void {
  window.count = 0;
  const add = (beside: number): void => {
    if (holds[beside] !== 1) return;
    window.starts[window.count] = beside * terms;
    window.count += 1;
  };
  add(row);
  for (let distance = 1; distance <= COVERAGE_REACH; distance += 1) {
    add(neighbourhood.before(row, distance));
    add(neighbourhood.after(row, distance));
  }
}

/** Weights of the terms that any row of the window holds. */
function heldBy({ count, starts }: Window, scores: Float64Array, weights: readonly number[]): number {
  let held = 0;
  for (let term = 0; term < weights.length; term += 1) {
    for (let place = 0; place < count; place += 1) {
      if (!(scores[starts[place]! + term]! > 0)) continue;
      held += weights[term]!;
      break;
    }
  }
  return held;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A term's best BM25 among the rows, 0 when none holds it. */
function termWeights({ terms, scores, holders }: TermTable): number[] {
  const weights = new Array<number>(terms).fill(0);
  for (const row of holders) for (let term = 0; term < terms; term += 1) weights[term] = Math.max(weights[term]!, scores[row * terms + term]!);
  return weights;
}
