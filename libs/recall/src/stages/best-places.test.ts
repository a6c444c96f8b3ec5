import { describe, expect, it } from "vitest";

import { bestPlaces, lowestOf } from "./best-places.ts";

describe("bestPlaces", () => {
  const scores = Float64Array.of(1, 0, 3, NaN, 3, 2);

  it("gives the highest above 0, of equal ones the earlier", () => {
    expect([...bestPlaces(scores, 2)]).toEqual([2, 4]);
    expect([...bestPlaces(scores, 3)]).toEqual([2, 4, 5]);
    expect([...bestPlaces(scores, 1)]).toEqual([2]);
    expect([...bestPlaces(scores, 100)]).toEqual([2, 4, 5, 0]);
  });

  it("finds the lowest of the best", () => {
    expect(lowestOf(scores, 3)).toBe(2);
    expect(lowestOf(scores, 5)).toBe(0);
    expect(lowestOf(scores, Infinity)).toBe(-Infinity);
  });
});
