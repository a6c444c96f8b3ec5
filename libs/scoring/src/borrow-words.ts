import type { Candidate } from "./candidate.ts";
import { damping } from "./damping.ts";
import type { Neighbourhood } from "./neighbourhood.ts";
import type { TermTable } from "./term-table.ts";

/** How many places away a turn still lends its words. */
export const WORD_REACH = 3;
const NEAREST_SHARE = 0.4;
const SHARE_DECAY = 0.5;
const SUM_SHARE = 0.3;

/** The candidates, of which the rows of a {@link TermTable} are the first, and who stands beside whom. */
export interface Surroundings {
  readonly candidates: readonly Candidate[];
  readonly neighbourhood: Neighbourhood;
}

/**
 * The words leg. BM25 of an OR query is the sum of its terms' scores; a short turn borrows the terms that it lacks from the turns
 * beside it: for each term max(own, g · best neighbour) + .3 · g · sum of the neighbours, a neighbour at distance d weighing .4 · .5^(d−1)
 * and g the {@link damping}; `reach` 0 borrows nothing. Returns a score for each row.
 */
export function borrowWords(table: TermTable, { candidates, neighbourhood }: Surroundings, reach = WORD_REACH): Float64Array {
  const { terms, scores } = table;
  const borrowed = new Float64Array(table.rows);
  const lenders = { count: 0, starts: new Int32Array(2 * reach), shares: new Float64Array(2 * reach) };
  for (let row = 0; row < borrowed.length; row += 1) {
    findLenders(table, { neighbourhood, row, reach }, lenders);
    if (lenders.count === 0 && table.holds[row] === 0) continue;
    const damp = damping(candidates[row]!.words);
    let total = 0;
    for (let term = 0; term < terms; term += 1) {
      let best = 0;
      let sum = 0;
      for (let lender = 0; lender < lenders.count; lender += 1) {
        const lent = lenders.shares[lender]! * scores[lenders.starts[lender]! + term]!;
        if (lent > best) best = lent;
        sum += lent;
      }
      total += Math.max(scores[row * terms + term]!, damp * best) + SUM_SHARE * damp * sum;
    }
    borrowed[row] = total;
  }
  return borrowed;
}

interface Lenders {
  count: number;
  /** Where the row of each begins. */
  starts: Int32Array;
  shares: Float64Array;
}

/** The rows beside a row that have something to lend: mere neighbours have not. */
function findLenders({ terms, holds }: TermTable, { neighbourhood, row, reach }: { neighbourhood: Neighbourhood; row: number; reach: number }, lenders: Lenders): void {
  lenders.count = 0;
  for (let distance = 1, share = NEAREST_SHARE; distance <= reach; distance += 1, share *= SHARE_DECAY) {
    for (let side = 0; side < 2; side += 1) {
      const beside = side === 0 ? neighbourhood.before(row, distance) : neighbourhood.after(row, distance);
      if (holds[beside] !== 1) continue;
      lenders.starts[lenders.count] = beside * terms;
      lenders.shares[lenders.count] = share;
      lenders.count += 1;
    }
  }
}
