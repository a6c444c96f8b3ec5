import { describe, expect, it } from "vitest";
import { tinySafetensors } from "../../test/tiny-model.ts";
import { readSafetensors } from "./read-safetensors.ts";

const file = tinySafetensors({ shape: [2, 3], bits: [1, 2, 3, 4, 5, 6] });

describe("readSafetensors", () => {
  it("reads the one tensor", () => {
    expect(readSafetensors(file)).toEqual({ rows: 2, columns: 3, bits: Uint16Array.of(1, 2, 3, 4, 5, 6) });
  });

  it("refuses a file cut anywhere", () => {
    for (let length = 0; length < file.length; length += 1) expect(() => readSafetensors(file.subarray(0, length))).toThrow("model_corrupt");
  });

  it.each([
    ["another type", tinySafetensors({ dtype: "F32", shape: [2, 3], bits: [1, 2, 3, 4, 5, 6] })],
    ["another shape than its size", tinySafetensors({ shape: [3, 3], bits: [1, 2, 3, 4, 5, 6] })],
    ["one dimension", tinySafetensors({ shape: [6], bits: [1, 2, 3, 4, 5, 6] })],
    ["no rows", tinySafetensors({ shape: [0, 3], bits: [] })],
    ["a header that is too long", Buffer.from("ffffffffffffff7f7b7d", "hex")],
    ["a header that is not JSON", Buffer.concat([Buffer.from("0200000000000000", "hex"), Buffer.from("{]")])],
  ])("refuses %s", (_, damaged) => {
    expect(() => readSafetensors(damaged)).toThrow("model_corrupt");
  });
});
