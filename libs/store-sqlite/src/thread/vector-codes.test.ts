import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CANDIDATES, rankCodes } from "./rank-codes.ts";
import { VectorCodes } from "./vector-codes.ts";

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

function codesOf(vectors: readonly Float32Array[]): VectorCodes {
  const codes = new VectorCodes(vectors[0]!.length, 0);
  vectors.forEach((vector, index) => codes.append(2 * index + 1, vector));
  return codes;
}

const allSlots = (codes: VectorCodes): Uint32Array => Uint32Array.from({ length: codes.length }, (_, slot) => slot);

describe("VectorCodes", () => {
  it("keeps cosines right to a hundredth in few dimensions, whatever the vectors", () => {
    const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }).filter((values) => Math.hypot(...values) > 1e-3).map(unit);
    fc.assert(
      fc.property(vector, vector, (stored, query) => {
        expect(Math.abs(codesOf([stored]).cosine(0, query) - exactCosine(stored, query))).toBeLessThan(0.01);
      }),
    );
  });

  it("finds the slot of a document, and none for others", () => {
    const codes = codesOf(Array.from({ length: 200 }, (_, index) => direction(index, 12)));
    expect([1, 3, 399].map((rid) => codes.slotOf(rid))).toEqual([0, 1, 199]);
    expect([0, 2, 400, 401].map((rid) => codes.slotOf(rid))).toEqual([-1, -1, -1, -1]);
  });
});

describe("rankCodes", () => {
  it("puts all slots in order when they are few", () => {
    const vectors = Array.from({ length: 50 }, (_, index) => direction(index, 20));
    const codes = codesOf(vectors);
    const query = direction(1_000, 20);
    const ranked = rankCodes(codes, query, allSlots(codes));
    expect(ranked.length).toBe(50);
    ranked.forEach(({ slot, cosine }, index) => {
      expect(cosine).toBeCloseTo(exactCosine(vectors[slot]!, query), 2);
      expect(cosine).toBeLessThanOrEqual(ranked[index - 1]?.cosine ?? 1.01);
    });
  });

  it("finds near vectors among many by their signs, in a dimension that fills no whole byte", () => {
    const dimension = 61;
    const query = direction(5, dimension);
    const vectors = Array.from({ length: 3 * CANDIDATES }, (_, index) => direction(index + 10, dimension));
    const near = [100, 4_000, 8_500];
    for (const slot of near) vectors[slot] = unit([...query].map((value, index) => value + direction(slot, dimension)[index]! * 0.5));
    const codes = codesOf(vectors);
    const ranked = rankCodes(codes, query, allSlots(codes));
    expect(ranked.slice(0, 3).map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(near);
    expect(ranked.length).toBeGreaterThanOrEqual(CANDIDATES);
    expect(ranked.length).toBeLessThan(CANDIDATES * 1.1);
    const odd = allSlots(codes).filter((slot) => slot !== 4_000);
    expect(rankCodes(codes, query, odd).slice(0, 2).map(({ slot }) => slot).sort((a, b) => a - b)).toEqual([100, 8_500]);
  });
});
