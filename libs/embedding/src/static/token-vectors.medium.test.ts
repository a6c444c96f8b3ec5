import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";
import startWabt from "wabt";

import { TokenVectors } from "./token-vectors.ts";

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));
/** Halves from .5 to below 1: 0x3800 and what is added to it. */
const half = (bits: number): number => 0.5 + (bits - 0x3800) / 2_048;

it("token-sums.wasm is what token-sums.wat says", async () => {
  const wabt = await startWabt();
  const { buffer } = wabt.parseWat("token-sums.wat", read("./token-sums.wat").toString("utf8"), { simd: true }).toBinary({});
  expect(Buffer.from(buffer).equals(read("./token-sums.wasm"))).toBe(true);
});

describe("weighed sums of token vectors", () => {
  it.each([1, 3, 4, 7, 256])("are, to the last bit, what adding one after the other gives: %i columns", (columns) => {
    const rows = 9;
    const bits = Uint16Array.from({ length: rows * columns }, (_, at) => 0x3800 + ((at * 7_919) % 1_024));
    const weights = Float64Array.from({ length: rows }, (_, row) => 1 / (row + 1.3));
    const vectors = new TokenVectors({ rows, columns, bits });
    for (const tokens of [[], [8], [0, 1], [3, 3, 7], [5, 0, 8, 2, 2, 6, 1]]) {
      const sum = Float64Array.from({ length: columns }, (_, column) => column / 3);
      const expected = sum.map((begun, column) => tokens.reduce((total, token) => total + weights[token]! * half(bits[token * columns + column]!), begun));
      vectors.addTo(sum, tokens, weights);
      expect([...sum], tokens.join()).toEqual([...expected]);
    }
  });
});
