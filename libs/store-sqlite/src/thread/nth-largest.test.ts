import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { nthLargest } from "./nth-largest.ts";

describe("nthLargest", () => {
  it("finds what sorting finds, with equal values too", () => {
    const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.nat(), (numbers, place) => {
        const n = 1 + (place % numbers.length);
        const sorted = numbers.toSorted((a, b) => b - a);
        expect(nthLargest(Float64Array.from(numbers), n) === sorted[n - 1]).toBe(true);
      }),
    );
  });
});
