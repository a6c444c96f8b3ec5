const GROWTH = 1.25;
/** Largest absolute value of a byte component; symmetric, so that the sign costs nothing. */
const BYTE_RANGE = 127;
/** Above zero, cutting off what follows the point is rounding down. */
const OFFSET = 128;
const ROUNDING = OFFSET + 0.5;

/**
 * The vectors of one space in two coarser forms, in the order of their rids: the signs of the components (a bit each, to find candidates
 * among all) and bytes with a scale for each vector (to put the candidates in order: cosines are right to about .001).
 */
export class VectorCodes {
  readonly dimension: number;
  /** Bytes of a vector's signs; the last one may be part empty. */
  readonly signBytes: number;
  length = 0;
  rids: Uint32Array;
  signs: Uint8Array;
  bytes: Int8Array;
  scales: Float32Array;
  /** The vector being encoded, with room for a whole last byte of signs; and the same as bit patterns, whose first bit is the sign. */
  readonly #values: Float32Array;
  readonly #patterns: Uint32Array;

  constructor(dimension: number, capacity: number) {
    this.dimension = dimension;
    this.signBytes = Math.ceil(dimension / 8);
    this.rids = new Uint32Array(capacity);
    this.signs = new Uint8Array(capacity * this.signBytes);
    this.bytes = new Int8Array(capacity * dimension);
    this.scales = new Float32Array(capacity);
    this.#values = new Float32Array(this.signBytes * 8);
    this.#patterns = new Uint32Array(this.#values.buffer);
  }

  get memory(): number {
    return this.rids.byteLength + this.signs.byteLength + this.bytes.byteLength + this.scales.byteLength;
  }

  /** Rids only grow. */
  append(rid: number, vector: Float32Array): void {
    if (this.length === this.rids.length) this.#grow();
    const slot = this.length;
    this.length += 1;
    this.rids[slot] = rid;
    this.#encode(slot, vector);
  }

  /** Where a document's vector stands, -1 without one. */
  slotOf(rid: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rids[middle]! < rid) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.rids[low] === rid ? low : -1;
  }

  /** Cosine of the vector in a slot with a unit vector. */
  cosine(slot: number, query: Float32Array): number {
    const { bytes, dimension } = this;
    const start = slot * dimension;
    const whole = dimension - (dimension % 4);
    // Four sums that do not wait for each other: three times faster than one.
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let index = 0; index < whole; index += 4) {
      const at = start + index;
      first += query[index]! * bytes[at]!;
      second += query[index + 1]! * bytes[at + 1]!;
      third += query[index + 2]! * bytes[at + 2]!;
      fourth += query[index + 3]! * bytes[at + 3]!;
    }
    for (let index = whole; index < dimension; index += 1) first += query[index]! * bytes[start + index]!;
    return (first + second + third + fourth) * this.scales[slot]!;
  }

  /** Without branches on a component, which nothing can predict: a first search encodes a hundred thousand vectors while somebody waits. */
  #encode(slot: number, vector: Float32Array): void {
    const { signs, bytes, dimension } = this;
    const [values, patterns] = [this.#values, this.#patterns];
    values.set(vector);
    let largest = 0;
    for (let index = 0; index < dimension; index += 1) largest = Math.max(largest, Math.abs(values[index]!));
    const steps = BYTE_RANGE / largest;
    const [firstByte, firstSign] = [slot * dimension, slot * this.signBytes];
    for (let index = 0; index < dimension; index += 1) bytes[firstByte + index] = ((values[index]! * steps + ROUNDING) | 0) - OFFSET;
    for (let byte = 0; byte < this.signBytes; byte += 1) {
      let pattern = 0;
      for (let bit = 0; bit < 8; bit += 1) pattern |= (patterns[byte * 8 + bit]! >>> 31) << bit;
      signs[firstSign + byte] = ~pattern;
    }
    this.scales[slot] = largest / BYTE_RANGE;
  }

  #grow(): void {
    const larger = new VectorCodes(this.dimension, Math.ceil(this.rids.length * GROWTH) + 64);
    larger.rids.set(this.rids);
    larger.signs.set(this.signs);
    larger.bytes.set(this.bytes);
    larger.scales.set(this.scales);
    this.rids = larger.rids;
    this.signs = larger.signs;
    this.bytes = larger.bytes;
    this.scales = larger.scales;
  }
}
