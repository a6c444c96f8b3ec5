import { readFileSync } from "node:fs";

import { halfToFloat } from "./half-to-float.ts";
import type { HalfMatrix } from "./read-safetensors.ts";

const PAGE_BYTES = 65_536;
/** The machine adds four columns at once; what is over is zero. */
const COLUMNS_AT_ONCE = 4;
const SUM_AT = 0;

interface TokenSums {
  memory: WebAssembly.Memory;
  addTwo(sum: number, first: number, firstWeight: number, second: number, secondWeight: number, columns: number): void;
}

let compiled: WebAssembly.Module | null = null;

/** `token-sums.wasm` is what `wabt` makes of `token-sums.wat`; a test says so. */
function tokenSums(): TokenSums {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./token-sums.wasm", import.meta.url)));
  return new WebAssembly.Instance(compiled).exports as unknown as TokenSums;
}

/**
 * Token vectors to add up, beside the machine's vector instructions, which plain JavaScript cannot reach: a third of the time, and the same
 * sums to the last bit. Rows become floats when first used: looking each number up again would take twice as long as adding it.
 */
export class TokenVectors {
  readonly rows: number;
  readonly columns: number;
  readonly #bits: Uint16Array;
  readonly #kernel = tokenSums();
  /** Columns with what is over. */
  readonly #stride: number;
  readonly #rowsAt: number;
  readonly #sum: Float64Array;
  /** Memory is taken by the pages that are written only: a few MB for ordinary text, 32 MB if every token occurs. */
  readonly #floats: Float32Array;
  readonly #isReady: Uint8Array;

  constructor({ rows, columns, bits }: HalfMatrix) {
    this.rows = rows;
    this.columns = columns;
    this.#bits = bits;
    this.#stride = Math.ceil(columns / COLUMNS_AT_ONCE) * COLUMNS_AT_ONCE;
    this.#rowsAt = SUM_AT + this.#stride * Float64Array.BYTES_PER_ELEMENT;
    const { memory } = this.#kernel;
    const bytes = this.#rowsAt + rows * this.#stride * Float32Array.BYTES_PER_ELEMENT;
    memory.grow(Math.ceil(Math.max(0, bytes - memory.buffer.byteLength) / PAGE_BYTES));
    this.#sum = new Float64Array(memory.buffer, SUM_AT, columns);
    this.#floats = new Float32Array(memory.buffer, this.#rowsAt, rows * this.#stride);
    this.#isReady = new Uint8Array(rows);
  }

  /**
   * Adds the vectors of tokens, each times its weight, in their order. The innermost loop of all embedding: two at a time, one after the other
   * for each column, the same roundings as one by one with half the reading and writing of sums.
   */
  addTo(sum: Float64Array, tokens: readonly number[], weights: Float64Array): void {
    this.#sum.set(sum);
    for (let index = 0; index < tokens.length; index += 2) {
      const first = tokens[index]!;
      // The last of an odd number is added once more with no weight.
      const second = tokens[index + 1] ?? first;
      const secondWeight = index + 1 < tokens.length ? weights[second]! : 0;
      this.#kernel.addTwo(SUM_AT, this.#placeOf(first), weights[first]!, this.#placeOf(second), secondWeight, this.#stride);
    }
    sum.set(this.#sum);
  }

  /** Of its row, in bytes. */
  #placeOf(token: number): number {
    const start = token * this.#stride;
    if (this.#isReady[token] === 0) {
      const table = halfToFloat();
      const from = token * this.columns;
      for (let column = 0; column < this.columns; column += 1) this.#floats[start + column] = table[this.#bits[from + column]!]!;
      this.#isReady[token] = 1;
    }
    return this.#rowsAt + start * Float32Array.BYTES_PER_ELEMENT;
  }
}
