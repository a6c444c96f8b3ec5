import { largest, RidList } from "./space-vectors.ts";
import type { SpaceVectors } from "./space-vectors.ts";

const GROWTH = 1.25;

/** Vectors as they are, compared one by one: for spaces so small that this takes less than a millisecond. */
export class ExactVectors implements SpaceVectors {
  readonly dimension: number;
  readonly #rids: RidList;
  #values: Float32Array;

  constructor(dimension: number, capacity: number) {
    this.dimension = dimension;
    this.#rids = new RidList(capacity);
    this.#values = new Float32Array(capacity * dimension);
  }

  get length(): number {
    return this.#rids.length;
  }

  get lastRid(): number {
    return this.#rids.last;
  }

  get bytes(): number {
    return this.#rids.bytes + this.#values.byteLength;
  }

  append(rid: number, vector: Float32Array): void {
    const start = this.length * this.dimension;
    if (start === this.#values.length) {
      const larger = new Float32Array((Math.ceil(this.length * GROWTH) + 64) * this.dimension);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(vector, start);
    this.#rids.push(rid);
  }

  nearest(query: Float32Array, { count, admitted }: { count: number; admitted: (rid: number) => boolean }): number[] {
    const slots = new Uint32Array(this.length);
    let found = 0;
    for (let slot = 0; slot < slots.length; slot += 1) {
      if (!admitted(this.#rids.at(slot))) continue;
      slots[found] = slot;
      found += 1;
    }
    const kept = slots.subarray(0, found);
    return largest(kept, Float64Array.from(kept, (slot) => this.#cosine(slot, query)), count).map((slot) => this.#rids.at(slot));
  }

  cosines(query: Float32Array, rids: ArrayLike<number>): Float64Array {
    return Float64Array.from(rids, (rid) => {
      const slot = this.#rids.slotOf(rid);
      return slot === -1 ? NaN : this.#cosine(slot, query);
    });
  }

  #cosine(slot: number, query: Float32Array): number {
    const values = this.#values;
    const start = slot * this.dimension;
    const whole = this.dimension - (this.dimension % 4);
    // Four sums that do not wait for each other: three times faster than one.
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let index = 0; index < whole; index += 4) {
      const at = start + index;
      first += query[index]! * values[at]!;
      second += query[index + 1]! * values[at + 1]!;
      third += query[index + 2]! * values[at + 2]!;
      fourth += query[index + 3]! * values[at + 3]!;
    }
    for (let index = whole; index < this.dimension; index += 1) first += query[index]! * values[start + index]!;
    return first + second + third + fourth;
  }
}
