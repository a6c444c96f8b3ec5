import type { Candidate } from "./candidate.ts";

/** BM25 of each query term in one document; all 0 for a mere neighbour. */
export interface TermScores {
  readonly ref: Candidate;
  readonly scores: readonly number[];
}

/**
 * BM25 by document and query term, in one array: a recall passes a thousand rows several times, and walking an array for each takes three times as
 * long. Most rows are mere neighbours; those that hold a term are listed.
 */
export class TermTable {
  /** Columns. */
  readonly terms: number;
  /** One row after another, `terms` each. */
  readonly scores: Float64Array;
  /** For each row whether it holds a term itself, 1 or 0. */
  readonly holds: Uint8Array;
  /** The rows that do, rising. */
  readonly holders: readonly number[];

  /** @param first stands before the rows. All rows are of the same terms. */
  constructor(rows: readonly TermScores[], first?: TermTable) {
    const before = first?.holds.length ?? 0;
    this.terms = before > 0 ? first!.terms : (rows[0]?.scores.length ?? 0);
    this.scores = new Float64Array((before + rows.length) * this.terms);
    this.holds = new Uint8Array(before + rows.length);
    if (first !== undefined && before > 0) {
      this.scores.set(first.scores);
      this.holds.set(first.holds);
    }
    for (let index = 0; index < rows.length; index += 1) this.#put(before + index, rows[index]!.scores);
    this.holders = this.#holders();
  }

  get rows(): number {
    return this.holds.length;
  }

  #put(row: number, scores: readonly number[]): void {
    const start = row * this.terms;
    for (let term = 0; term < this.terms; term += 1) {
      const score = scores[term]!;
      if (!(score > 0)) continue;
      this.scores[start + term] = score;
      this.holds[row] = 1;
    }
  }

  #holders(): number[] {
    const holders: number[] = [];
    for (let row = 0; row < this.holds.length; row += 1) if (this.holds[row] === 1) holders.push(row);
    return holders;
  }
}
