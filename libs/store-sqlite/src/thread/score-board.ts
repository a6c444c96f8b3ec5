/** Steps between nothing and the best sum: fine enough that few documents share the last step that counts. */
const STEPS = 4_096;

/**
 * Sums of scores by rid, reused from search to search: an array by rid costs no allocation per document, and only what was touched
 * is cleared.
 */
export class ScoreBoard {
  #sums = new Float64Array(1024);
  #touched = new Uint32Array(1024);
  #size = 0;

  /** Ready for rids up to `lastRid`, with nothing on it. */
  reset(lastRid: number): void {
    for (let index = 0; index < this.#size; index += 1) this.#sums[this.#touched[index]!] = 0;
    this.#size = 0;
    if (lastRid >= this.#sums.length) {
      const capacity = Math.ceil((lastRid + 1) * 1.5);
      this.#sums = new Float64Array(capacity);
      this.#touched = new Uint32Array(capacity);
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Scores are above zero. */
  add(rid: number, score: number): void {
    const before = this.#sums[rid]!;
    if (before === 0) {
      this.#touched[this.#size] = rid;
      this.#size += 1;
    }
    this.#sums[rid] = before + score;
  }

  sum(rid: number): number {
    return this.#sums[rid]!;
  }

  /** The best `count` rids, best first; older documents first among equals. */
  best(count: number): number[] {
    const sums = this.#sums;
    return this.atLeast(this.#floorOf(count)).sort((a, b) => sums[b]! - sums[a]! || a - b).slice(0, count);
  }

  /** All rids with this sum or more, in no order. */
  atLeast(floor: number): number[] {
    const found: number[] = [];
    for (let index = 0; index < this.#size; index += 1) {
      const rid = this.#touched[index]!;
      if (this.#sums[rid]! >= floor) found.push(rid);
    }
    return found;
  }

  /** A sum that `count` rids reach, and few more: counted by steps, which takes two passes where sorting would take many. */
  #floorOf(count: number): number {
    if (this.#size <= count) return 0;
    const touched = this.#touched;
    let largest = 0;
    for (let index = 0; index < this.#size; index += 1) largest = Math.max(largest, this.#sums[touched[index]!]!);
    const steps = new Uint32Array(STEPS + 1);
    const scale = STEPS / largest;
    for (let index = 0; index < this.#size; index += 1) steps[(this.#sums[touched[index]!]! * scale) | 0]! += 1;
    let step = STEPS;
    for (let found = steps[step]!; found < count && step > 0; found += steps[step]!) step -= 1;
    // One step less: the division back may round up.
    return (step - 1) / scale;
  }
}
