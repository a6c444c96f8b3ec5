import { nthLargest } from "./nth-largest.ts";

/**
 * Sums of scores by rid, reused from search to search: an array by rid costs no allocation per document, and only what was touched
 * is cleared.
 */
export class ScoreBoard {
  #sums = new Float64Array(1024);
  #touched: number[] = [];

  /** Ready for rids up to `lastRid`, with nothing on it. */
  reset(lastRid: number): void {
    for (const rid of this.#touched) {
      this.#sums[rid] = 0;
    }
    this.#touched = [];
    if (lastRid >= this.#sums.length) {
      this.#sums = new Float64Array(Math.ceil((lastRid + 1) * 1.5));
    }
  }

  get size(): number {
    return this.#touched.length;
  }

  /** Scores are above zero. */
  add(rid: number, score: number): void {
    if (this.#sums[rid] === 0) {
      this.#touched.push(rid);
    }
    this.#sums[rid]! += score;
  }

  sum(rid: number): number {
    return this.#sums[rid]!;
  }

  /** The best `count` rids, best first; older documents first among equals. */
  best(count: number): number[] {
    const before = (a: number, b: number): number => this.#sums[b]! - this.#sums[a]! || a - b;
    if (this.#touched.length > count * 4) {
      const floor = this.#floorOf(count);
      return this.#touched.filter((rid) => this.#sums[rid]! >= floor).sort(before).slice(0, count);
    }
    return this.#touched.toSorted(before).slice(0, count);
  }

  #floorOf(count: number): number {
    const sums = new Float64Array(this.#touched.length);
    for (let index = 0; index < sums.length; index += 1) sums[index] = this.#sums[this.#touched[index]!]!;
    return nthLargest(sums, count);
  }
}
