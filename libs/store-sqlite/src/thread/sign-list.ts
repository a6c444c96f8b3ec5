import { BATCH, CODES_AT, CodeMemory, strideOf } from "./vector-kernel.ts";

/** Before the codes: tables of a query, the slots found, and the distances of a batch. */
const TABLES_AT = 0;
const SLOTS_AT = 32_768;
const DISTANCES_AT = 49_152;
/** Codes that the machine looks at together, one in each byte of a register. */
const GROUP = 16;
/** Of half a byte: four bits. */
const HALF_VALUES = 16;
/** No distance is larger. */
export const FARTHEST = 0xffff;

/** What a component counts whose sign differs: 4 when it is of the usual size, so that hardly any sum leaves 16 bits. */
const USUAL_WEIGHT = 4;
/** Four of them fit into a byte together, four times. */
const MOST_WEIGHT = 15;

/**
 * How far signs lie from a query, whose own components are kept: each that differs in sign counts by its size. For each four components, by
 * the bits of their signs, what they count together.
 */
function tablesOf(query: Float32Array, stride: number): Uint8Array {
  const tables = new Uint8Array(stride * 2 * HALF_VALUES);
  const usual = query.reduce((sum, value) => sum + Math.abs(value), 0) / query.length || 1;
  query.forEach((value, component) => {
    const weight = Math.min(MOST_WEIGHT, Math.round((Math.abs(value) / usual) * USUAL_WEIGHT));
    const sign = value < 0 ? 0 : 1;
    for (let bits = 0; bits < HALF_VALUES; bits += 1) {
      if (((bits >> (component & 3)) & 1) !== sign) tables[(component >> 2) * HALF_VALUES + bits]! += weight;
    }
  });
  return tables;
}

/**
 * The signs of many vectors, a bit each, and how far they lie from a query. They stand in groups of 16, first the first bytes of all 16,
 * then the second ones: so the machine looks up 16 halves of a byte at once, and the query need not be made as coarse as they are.
 */
export class SignList {
  readonly stride: number;
  length = 0;
  readonly #memory: CodeMemory;

  constructor(dimension: number, capacity: number) {
    this.stride = strideOf(Math.ceil(dimension / 8));
    this.#memory = new CodeMemory(this.stride * GROUP, Math.ceil(capacity / GROUP));
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Signs one after another, `stride` bytes each. */
  add(signs: Uint8Array): void {
    const count = signs.length / this.stride;
    const groups = Math.ceil(this.length / GROUP);
    if (this.length + count > groups * GROUP) this.#memory.reserveNext(groups);
    this.#memory.reserve(Math.ceil((this.length + count) / GROUP));
    const codes = new Uint8Array(this.#memory.buffer, CODES_AT);
    for (let index = 0; index < count; index += 1) {
      const slot = this.length + index;
      let at = Math.floor(slot / GROUP) * this.stride * GROUP + (slot % GROUP);
      for (let from = index * this.stride; from < (index + 1) * this.stride; from += 1) {
        codes[at] = signs[from]!;
        at += GROUP;
      }
    }
    this.length += count;
  }

  /** Distances from the query: of all, or of every so manieth group of 16. */
  distances(query: Float32Array, each = 1): Uint16Array {
    this.#ask(query);
    const groups = Math.ceil(Math.ceil(this.length / GROUP) / each);
    const found = new Uint16Array(groups * GROUP);
    for (let from = 0; from < groups; from += BATCH / GROUP) {
      const count = Math.min(BATCH / GROUP, groups - from);
      this.#scan({ from: from * each, count, step: each, limit: 0 });
      found.set(new Uint16Array(this.#memory.buffer, DISTANCES_AT, count * GROUP), from * GROUP);
    }
    // Of the last group a part may stand for nothing.
    return each === 1 ? found.subarray(0, this.length) : found.subarray(0, Math.floor(this.length / GROUP / each) * GROUP);
  }

  /** The slots of those up to a distance from the query, in their order. */
  within(query: Float32Array, limit: number): Uint32Array {
    this.#ask(query);
    const groups = Math.ceil(this.length / GROUP);
    const slots: number[] = [];
    for (let from = 0; from < groups; from += BATCH / GROUP) {
      const end = this.#scan({ from, count: Math.min(BATCH / GROUP, groups - from), step: 1, limit });
      for (const slot of new Uint32Array(this.#memory.buffer, SLOTS_AT, (end - SLOTS_AT) / Uint32Array.BYTES_PER_ELEMENT)) if (slot < this.length) slots.push(slot);
    }
    return Uint32Array.from(slots);
  }

  #ask(query: Float32Array): void {
    new Uint8Array(this.#memory.buffer, TABLES_AT, this.stride * 2 * HALF_VALUES).set(tablesOf(query, this.stride));
  }

  /** From a group on so many of them, each so many further on. Gives the end of the slots found. */
  #scan({ from, count, step, limit }: { from: number; count: number; step: number; limit: number }): number {
    const size = this.stride * GROUP;
    return this.#memory.kernel.scan(CODES_AT + from * size, count, this.stride, size * step, TABLES_AT, limit, from * GROUP, DISTANCES_AT, SLOTS_AT);
  }
}
