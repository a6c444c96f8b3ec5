const GROWTH = 1.25;
const BYTES_EACH = Uint16Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;
/** Beyond it BM25 hardly grows. */
export const MAX_COUNT = 0xff;
/** Rids of a range share all but their last 16 bits. */
const RANGE_BITS = 16;
const LOW_MASK = 0xffff;

/** The documents that hold a term, in the order of their rids, with how often each holds it (255 at most): 3 bytes a document. */
export class PostingList {
  length = 0;
  /** The largest rid, 0 when there is none. */
  last = 0;
  #lows: Uint16Array;
  #counts: Uint8Array;
  /** Where each range begins. */
  readonly #starts: number[] = [];

  constructor(capacity: number) {
    this.#lows = new Uint16Array(capacity);
    this.#counts = new Uint8Array(capacity);
  }

  get bytes(): number {
    return this.#lows.length * BYTES_EACH + this.#starts.length * 8;
  }

  /** Rids only grow. */
  append(rid: number, count: number): void {
    if (this.length === this.#lows.length) this.#grow();
    while (this.#starts.length <= rid >>> RANGE_BITS) this.#starts.push(this.length);
    this.#lows[this.length] = rid & LOW_MASK;
    this.#counts[this.length] = Math.min(count, MAX_COUNT);
    this.length += 1;
    this.last = rid;
  }

  /** How often a document holds the term. */
  countIn(rid: number): number {
    const range = rid >>> RANGE_BITS;
    if (range >= this.#starts.length) return 0;
    const low = rid & LOW_MASK;
    let from = this.#starts[range]!;
    let to = this.#starts[range + 1] ?? this.length;
    const end = to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#lows[middle]! < low) from = middle + 1;
      else to = middle;
    }
    return from < end && this.#lows[from] === low ? this.#counts[from]! : 0;
  }

  forEach(visit: (rid: number, count: number) => void): void {
    for (let range = 0; range < this.#starts.length; range += 1) {
      const base = range << RANGE_BITS;
      const end = this.#starts[range + 1] ?? this.length;
      for (let index = this.#starts[range]!; index < end; index += 1) visit(base + this.#lows[index]!, this.#counts[index]!);
    }
  }

  #grow(): void {
    const capacity = Math.ceil(this.length * GROWTH) + 16;
    const [lows, counts] = [new Uint16Array(capacity), new Uint8Array(capacity)];
    lows.set(this.#lows);
    counts.set(this.#counts);
    this.#lows = lows;
    this.#counts = counts;
  }
}
