const GROWTH = 1.25;
const BYTES_EACH = Uint32Array.BYTES_PER_ELEMENT + Uint16Array.BYTES_PER_ELEMENT;
const MAX_COUNT = 0xffff;

/** The documents that hold a term, in the order of their rids, with how often each holds it (65,535 at most). */
export class PostingList {
  rids: Uint32Array;
  counts: Uint16Array;
  length = 0;

  constructor(capacity: number) {
    this.rids = new Uint32Array(capacity);
    this.counts = new Uint16Array(capacity);
  }

  /** From the documents of all occurrences, ordered. */
  static ofOccurrences(documents: readonly number[]): PostingList {
    let distinct = 0;
    for (let index = 0; index < documents.length; index += 1) if (documents[index] !== documents[index - 1]) distinct += 1;
    const list = new PostingList(distinct);
    for (let index = 0; index < documents.length; ) {
      const rid = documents[index]!;
      let end = index + 1;
      while (documents[end] === rid) end += 1;
      list.append(rid, end - index);
      index = end;
    }
    return list;
  }

  get bytes(): number {
    return this.rids.length * BYTES_EACH;
  }

  /** Rids only grow. */
  append(rid: number, count: number): void {
    if (this.length === this.rids.length) this.#grow();
    this.rids[this.length] = rid;
    this.counts[this.length] = Math.min(count, MAX_COUNT);
    this.length += 1;
  }

  /** How often a document holds the term. */
  countIn(rid: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rids[middle]! < rid) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.rids[low] === rid ? this.counts[low]! : 0;
  }

  #grow(): void {
    const capacity = Math.ceil(this.rids.length * GROWTH) + 16;
    const [rids, counts] = [new Uint32Array(capacity), new Uint16Array(capacity)];
    rids.set(this.rids);
    counts.set(this.counts);
    this.rids = rids;
    this.counts = counts;
  }
}
