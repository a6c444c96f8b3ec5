/** A possible merge: its rank first, then the place of its left token, packed into one number that sorts that way. */
const PLACES = 2 ** 20;

/** A binary heap of possible merges; the lowest rank comes first, among equals the one further left. */
export class MergeHeap {
  readonly #items: number[] = [];

  push(rank: number, place: number): void {
    const items = this.#items;
    const item = rank * PLACES + place;
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (items[parent]! <= item) break;
      items[hole] = items[parent]!;
      hole = parent;
    }
    items[hole] = item;
  }

  /** The next merge, or null. */
  pop(): { rank: number; place: number } | null {
    const items = this.#items;
    const top = items[0];
    if (top === undefined) return null;
    const last = items.pop()!;
    if (items.length > 0) this.#sink(last);
    return { rank: Math.floor(top / PLACES), place: top % PLACES };
  }

  #sink(item: number): void {
    const items = this.#items;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && items[child + 1]! < items[child]!) child += 1;
      if (items[child]! >= item) break;
      items[hole] = items[child]!;
      hole = child;
    }
    items[hole] = item;
  }
}
