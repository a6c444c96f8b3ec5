import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CANDIDATES, CodedVectors } from "./coded-vectors.ts";
import { ExactVectors } from "./exact-vectors.ts";
import type { SpaceVectors } from "./space-vectors.ts";

function unit(components: readonly number[]): Float32Array {
  const length = Math.hypot(...components);
  return Float32Array.from(components, (value) => value / length);
}

/** A direction of its own for each number, the same for the same. */
function direction(number: number, dimension: number): Float32Array {
  let state = (number + 1) * 2_654_435_761;
  const next = (): number => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9;
    return ((state ^ (state >>> 13)) >>> 0) / 0x1_0000_0000 - 0.5;
  };
  return unit(Array.from({ length: dimension }, next));
}

function exactCosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

const ridOf = (index: number): number => 2 * index + 1;

function filled(vectors: readonly Float32Array[], kind: typeof CodedVectors | typeof ExactVectors): SpaceVectors {
  const space = new kind(vectors[0]!.length, 0);
  vectors.forEach((vector, index) => space.append(ridOf(index), vector));
  return space;
}

const all = () => true;

describe.each([{ name: "codes", kind: CodedVectors, digits: 2 }, { name: "vectors as they are", kind: ExactVectors, digits: 6 }])("$name", ({ kind, digits }) => {
  it("keeps cosines, whatever the vectors and however wide", () => {
    const pair = fc.integer({ min: 1, max: 70 }).chain((dimension) => {
      const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension });
      const vector = values.filter((each) => Math.hypot(...each) > 1e-3).map(unit);
      return fc.tuple(vector, vector);
    });
    fc.assert(
      fc.property(pair, ([stored, query]) => {
        expect(Math.abs(filled([stored], kind).cosines(query, [1])[0]! - exactCosine(stored, query))).toBeLessThan(10 ** -digits);
      }),
    );
  });

  it("knows no cosine of documents without a vector", () => {
    const vectors = Array.from({ length: 200 }, (_, index) => direction(index, 12));
    const cosines = filled(vectors, kind).cosines(vectors[1]!, [1, 3, 0, 2, 399, 400, 401]);
    expect([...cosines].map(Number.isNaN)).toEqual([false, false, true, true, false, true, true]);
    expect(cosines[1]).toBeCloseTo(1, digits);
    expect([...new kind(12, 0).cosines(vectors[1]!, [1])]).toEqual([NaN]);
    expect(new kind(12, 0).nearest(vectors[1]!, { count: 3, admitted: all })).toEqual([]);
  });

  it("gives the nearest of those admitted, nearest first", () => {
    const vectors = Array.from({ length: 50 }, (_, index) => direction(index, 20));
    const query = direction(1_000, 20);
    const order = vectors.map((vector, index) => ({ rid: ridOf(index), cosine: exactCosine(vector, query) })).sort((a, b) => b.cosine - a.cosine);
    const space = filled(vectors, kind);
    const found = space.nearest(query, { count: 50, admitted: all });
    expect([...found].sort((a, b) => a - b)).toEqual(vectors.map((_, index) => ridOf(index)));
    const cosines = space.cosines(query, found);
    expect([...cosines]).toEqual([...cosines].sort((a, b) => b - a));
    expect(space.nearest(query, { count: 1, admitted: all })).toEqual([order[0]!.rid]);
    expect(space.nearest(query, { count: 1, admitted: (rid) => rid !== order[0]!.rid })).toEqual([order[1]!.rid]);
    expect(space.nearest(query, { count: 9, admitted: (rid) => rid < 5 }).sort()).toEqual([1, 3]);
  });
});

describe("codes of many vectors", () => {
  const MANY = Math.max(9_000, 2 * CANDIDATES);
  const dimension = 61;
  const query = direction(5, dimension);
  const near = [100, 4_000, 8_500];
  const vectors = Array.from({ length: MANY }, (_, index) => direction(index + 10, dimension));
  for (const place of near) vectors[place] = unit([...query].map((value, index) => value + direction(place, dimension)[index]! * 0.5));
  const codes = filled(vectors, CodedVectors);

  it("are found by their signs, in a dimension that fills no whole byte", () => {
    expect(codes.nearest(query, { count: 3, admitted: all }).sort((a, b) => a - b)).toEqual(near.map(ridOf));
    expect(codes.nearest(query, { count: 2, admitted: (rid) => rid !== ridOf(4_000) }).sort((a, b) => a - b)).toEqual([ridOf(100), ridOf(8_500)]);
  });

  it("are all looked at when a filter hides the nearest", () => {
    const hidden = new Set(codes.nearest(query, { count: MANY - 2, admitted: all }));
    expect(hidden.size).toBe(MANY - 2);
    expect(codes.nearest(query, { count: 5, admitted: (rid) => !hidden.has(rid) })).toHaveLength(2);
  });
});
