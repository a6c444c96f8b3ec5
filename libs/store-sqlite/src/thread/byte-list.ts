import { BATCH, CODES_AT, CodeMemory, strideOf } from "./vector-kernel.ts";

/** Before the codes: a query of 16-bit components, the slots asked for, and the results of a batch. */
const QUERY_AT = 0;
const SLOTS_AT = 16_384;
const RESULTS_AT = 32_768;

/** Vectors as signed bytes, one after another. */
export class ByteList {
  readonly stride: number;
  length = 0;
  readonly #memory: CodeMemory;

  constructor(dimension: number, capacity: number) {
    this.stride = strideOf(dimension);
    this.#memory = new CodeMemory(this.stride, capacity);
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** The next code, all zero, to be written into. */
  add(): Uint8Array {
    this.#memory.reserveNext(this.length);
    this.length += 1;
    return new Uint8Array(this.#memory.buffer, CODES_AT + (this.length - 1) * this.stride, this.stride);
  }

  /** Codes one after another, `stride` bytes each. */
  addAll(codes: Uint8Array): void {
    const count = codes.length / this.stride;
    this.#memory.reserve(this.length + count);
    new Uint8Array(this.#memory.buffer).set(codes, CODES_AT + this.length * this.stride);
    this.length += count;
  }

  /** Products of the codes in these slots with the query. */
  products(query: Int16Array, slots: Uint32Array): Int32Array {
    const { kernel, buffer } = this.#memory;
    new Int16Array(buffer, QUERY_AT, this.stride).fill(0).set(query);
    const found = new Int32Array(slots.length);
    for (let from = 0; from < slots.length; from += BATCH) {
      const part = slots.subarray(from, from + BATCH);
      new Uint32Array(buffer, SLOTS_AT, part.length).set(part);
      kernel.products(CODES_AT, SLOTS_AT, part.length, this.stride, QUERY_AT, RESULTS_AT);
      found.set(new Int32Array(buffer, RESULTS_AT, part.length), from);
    }
    return found;
  }
}
