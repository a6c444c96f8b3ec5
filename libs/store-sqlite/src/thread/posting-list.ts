const GROWTH = 1.25;
const BYTES_EACH = Uint16Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;
/** Beyond it BM25 hardly grows. */
export const MAX_COUNT = 0xff;
/** Rids of a block share all but so many last bits. */
export const BLOCK_BITS = 13;
/** Documents of a block, by their rids. */
export const BLOCK_RIDS = 2 ** BLOCK_BITS;
const LOW_MASK = BLOCK_RIDS - 1;

/** The documents that hold a term, in the order of their rids, with how often each holds it (255 at most): 3 bytes a document. */
export class PostingList {
  length = 0;
  /** The largest rid, 0 when there is none. */
  last = 0;
  /** The place of each document in its block. Valid up to the length and until documents are added. */
  lows: Uint16Array;
  counts: Uint8Array;
  /** Where each block begins. */
  readonly #starts: number[] = [];

  constructor(capacity: number) {
    this.lows = new Uint16Array(capacity);
    this.counts = new Uint8Array(capacity);
  }

  get bytes(): number {
    return this.lows.length * BYTES_EACH + this.#starts.length * 8;
  }

  /** Blocks up to that of the last document. */
  get blocks(): number {
    return this.#starts.length;
  }

  /** Where the documents of a block begin in `lows` and `counts`; those of the block before end there. */
  startOf(block: number): number {
    return this.#starts[block] ?? this.length;
  }

  /** Rids only grow. */
  append(rid: number, count: number): void {
    this.#reserve(1);
    this.#reach(rid >>> BLOCK_BITS);
    this.lows[this.length] = rid & LOW_MASK;
    this.counts[this.length] = Math.min(count, MAX_COUNT);
    this.length += 1;
    this.last = rid;
  }

  /** The documents of a block behind all that are here, at least one. */
  appendBlock(block: number, { lows, counts }: Pick<PostingList, "lows" | "counts">): void {
    this.#reserve(lows.length);
    this.#reach(block);
    this.lows.set(lows, this.length);
    this.counts.set(counts, this.length);
    this.length += lows.length;
    this.last = block * BLOCK_RIDS + lows.at(-1)!;
  }

  /** How often a document holds the term. */
  countIn(rid: number): number {
    const block = rid >>> BLOCK_BITS;
    const low = rid & LOW_MASK;
    let from = this.startOf(block);
    let to = this.startOf(block + 1);
    const end = to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.lows[middle]! < low) from = middle + 1;
      else to = middle;
    }
    return from < end && this.lows[from] === low ? this.counts[from]! : 0;
  }

  /** The same of many documents, in the order of their rids: each is looked for from where the last one stood. */
  countsIn(rids: Uint32Array, counts: Uint8Array): void {
    const { lows } = this;
    let [block, from, end] = [-1, 0, 0];
    for (let place = 0; place < rids.length; place += 1) {
      const rid = rids[place]!;
      if (rid >>> BLOCK_BITS !== block) {
        block = rid >>> BLOCK_BITS;
        [from, end] = [this.startOf(block), this.startOf(block + 1)];
      }
      const low = rid & LOW_MASK;
      // Farther and farther ahead, then between the last two places looked at.
      let to = from;
      for (let step = 1; to < end && lows[to]! < low; step *= 2) {
        from = to + 1;
        to += step;
      }
      to = Math.min(to, end);
      while (from < to) {
        const middle = (from + to) >> 1;
        if (lows[middle]! < low) from = middle + 1;
        else to = middle;
      }
      counts[place] = from < end && lows[from] === low ? this.counts[from]! : 0;
    }
  }

  /** In the order of the rids. */
  forEach(see: (rid: number, count: number) => void): void {
    for (let block = 0; block < this.#starts.length; block += 1) {
      const end = this.startOf(block + 1);
      for (let index = this.startOf(block); index < end; index += 1) see(block * BLOCK_RIDS + this.lows[index]!, this.counts[index]!);
    }
  }

  /** Whether any of the documents is such a one. */
  some(matches: (rid: number) => boolean): boolean {
    for (let block = 0; block < this.#starts.length; block += 1) {
      const end = this.startOf(block + 1);
      for (let index = this.startOf(block); index < end; index += 1) if (matches(block * BLOCK_RIDS + this.lows[index]!)) return true;
    }
    return false;
  }

  #reach(block: number): void {
    while (this.#starts.length <= block) this.#starts.push(this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.lows.length) return;
    const capacity = Math.ceil((this.length + more) * GROWTH) + 16;
    const [lows, counts] = [new Uint16Array(capacity), new Uint8Array(capacity)];
    lows.set(this.lows);
    counts.set(this.counts);
    this.lows = lows;
    this.counts = counts;
  }
}
