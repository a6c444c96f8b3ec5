import { nthLargest } from "./nth-largest.ts";

/** The vectors of one space as a search keeps them in memory, in the order of their rids. */
export interface SpaceVectors {
  readonly dimension: number;
  readonly length: number;
  /** The largest rid, 0 when there is none. */
  readonly lastRid: number;
  /** Bytes of memory. */
  readonly bytes: number;
  /** Rids only grow. */
  append(rid: number, vector: Float32Array): void;
  /** The nearest of the rids that are admitted, nearest first. */
  nearest(query: Float32Array, wish: { count: number; admitted: (rid: number) => boolean }): number[];
  /** By rid; not a number where there is no vector. */
  cosines(query: Float32Array, rids: ArrayLike<number>): Float64Array;
}

/** Rids in slots, found by halving. */
export class RidList {
  length = 0;
  #rids: Uint32Array;

  constructor(capacity: number) {
    this.#rids = new Uint32Array(capacity);
  }

  get bytes(): number {
    return this.#rids.byteLength;
  }

  get last(): number {
    return this.length === 0 ? 0 : this.#rids[this.length - 1]!;
  }

  at(slot: number): number {
    return this.#rids[slot]!;
  }

  push(rid: number): void {
    if (this.length === this.#rids.length) {
      const larger = new Uint32Array(Math.ceil(this.length * 1.25) + 64);
      larger.set(this.#rids);
      this.#rids = larger;
    }
    this.#rids[this.length] = rid;
    this.length += 1;
  }

  /** -1 when it is not there. */
  slotOf(rid: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rids[middle]! < rid) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#rids[low] === rid ? low : -1;
  }
}

/** The slots (or rids) with the largest cosines, largest first; lower ones first among equals. */
export function largest(slots: Uint32Array, cosines: Float64Array, count: number): number[] {
  const floor = slots.length > count * 2 ? nthLargest(Float64Array.from(cosines), count) : -Infinity;
  const places: number[] = [];
  for (let place = 0; place < slots.length; place += 1) if (cosines[place]! >= floor) places.push(place);
  places.sort((a, b) => cosines[b]! - cosines[a]! || slots[a]! - slots[b]!);
  return places.slice(0, count).map((place) => slots[place]!);
}
