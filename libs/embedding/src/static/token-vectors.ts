import { halfToFloat } from "./half-to-float.ts";
import type { HalfMatrix } from "./read-safetensors.ts";

/** Token vectors to add up. Rows become floats when first used: looking each number up again would take twice as long as adding it. */
export class TokenVectors {
  readonly rows: number;
  readonly columns: number;
  readonly #bits: Uint16Array;
  /** Memory is taken by the pages that are written only: a few MB for ordinary text, 32 MB if every token occurs. */
  readonly #floats: Float32Array;
  readonly #isReady: Uint8Array;

  constructor({ rows, columns, bits }: HalfMatrix) {
    this.rows = rows;
    this.columns = columns;
    this.#bits = bits;
    this.#floats = new Float32Array(rows * columns);
    this.#isReady = new Uint8Array(rows);
  }

  /** Adds the vectors of tokens, each times its weight, in their order. The innermost loop of all embedding. */
  addTo(sum: Float64Array, tokens: readonly number[], weights: Float64Array): void {
    const paired = tokens.length - (tokens.length % 2);
    for (let index = 0; index < paired; index += 2) this.#addTwo(sum, { first: tokens[index]!, second: tokens[index + 1]!, weights });
    if (paired < tokens.length) this.#addOne(sum, tokens[paired]!, weights[tokens[paired]!]!);
  }

  /** Two at a time, one after the other for each column: the same roundings as one by one, with half the reading and writing of sums. */
  #addTwo(sum: Float64Array, { first, second, weights }: { first: number; second: number; weights: Float64Array }): void {
    const floats = this.#floats;
    const [firstWeight, secondWeight] = [weights[first]!, weights[second]!];
    const [firstStart, secondStart] = [this.#startOf(first), this.#startOf(second)];
    for (let column = 0; column < sum.length; column += 1) {
      sum[column] = sum[column]! + firstWeight * floats[firstStart + column]! + secondWeight * floats[secondStart + column]!;
    }
  }

  #addOne(sum: Float64Array, token: number, weight: number): void {
    const start = this.#startOf(token);
    for (let column = 0; column < sum.length; column += 1) sum[column]! += weight * this.#floats[start + column]!;
  }

  #startOf(token: number): number {
    const start = token * this.columns;
    if (this.#isReady[token] === 0) {
      const table = halfToFloat();
      for (let at = start; at < start + this.columns; at += 1) this.#floats[at] = table[this.#bits[at]!]!;
      this.#isReady[token] = 1;
    }
    return start;
  }
}
