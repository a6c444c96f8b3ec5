import { describe, expect, it } from "vitest";
import { halfToFloat } from "./half-to-float.ts";

describe("halfToFloat", () => {
  it.each([
    [0x0000, 0], [0x3c00, 1], [0xbc00, -1], [0x4000, 2], [0x3555, 0.333251953125], [0x7bff, 65504], [0x0001, 2 ** -24], [0x03ff, 1023 * 2 ** -24], [0x0400, 2 ** -14], [0x7c00, Infinity], [0xfc00, -Infinity],
  ])("reads %i as %d", (bits, value) => {
    expect(halfToFloat()[bits]).toBe(value);
  });

  it("knows what is not a number", () => {
    expect(halfToFloat()[0x7e00]).toBeNaN();
  });
});
