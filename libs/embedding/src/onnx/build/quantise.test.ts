import { describe, expect, it } from "vitest";
import { quantiseLayer, quantiseRows, sideBySide } from "./quantise.ts";

const SCALE = Math.fround(2 / 127);

describe("quantise", () => {
  it("scales each row by its largest value", () => {
    const { values, scales, rows, columns } = quantiseRows(Float32Array.of(1, -2, 0, 0, 0, 0.5), 3);
    expect([rows, columns]).toEqual([2, 3]);
    expect([...scales]).toEqual([SCALE, Math.fround(0.5 / 127)]);
    expect([...values]).toEqual([64, -127, 0, 0, 0, 127]);
  });

  it("keeps a row of zeros", () => {
    const { values, scales } = quantiseRows(Float32Array.of(0, 0), 2);
    expect([...values]).toEqual([0, 0]);
    expect([...scales]).toEqual([1]);
  });

  it("is never further off than half a step", () => {
    const row = Float32Array.from({ length: 500 }, (_, index) => Math.sin(index * 1.7) * 3);
    const { values, scales } = quantiseRows(row, row.length);
    row.forEach((value, index) => expect(Math.abs(value - values[index]! * scales[0]!)).toBeLessThanOrEqual(scales[0]! / 2 + 1e-7));
  });

  it("turns a layer so that each output is a column with its scale", () => {
    // Two outputs of three inputs each.
    const layer = quantiseLayer(Float32Array.of(2, 0, -2, 1, 1, 0), 3);
    expect(layer).toMatchObject({ rows: 3, columns: 2 });
    expect([...layer.values]).toEqual([127, 127, 0, 127, -127, 0]);
    expect([...layer.scales]).toEqual([SCALE, Math.fround(1 / 127)]);
  });

  it("puts matrices side by side", () => {
    const one = quantiseLayer(Float32Array.of(2, -2), 2);
    const joined = sideBySide([one, quantiseLayer(Float32Array.of(1, 0, 0, 1), 2)]);
    expect(joined).toMatchObject({ rows: 2, columns: 3 });
    expect([...joined.values]).toEqual([127, 127, 0, -127, 0, 127]);
    expect(joined.scales).toHaveLength(3);
  });
});
