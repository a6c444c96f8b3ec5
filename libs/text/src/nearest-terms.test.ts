import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { allowedEdits, editDistance, isHashPrefix, nearestTerms } from "./nearest-terms.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 0, maxLength: 9 });

describe("editDistance", () => {
  it.each([
    ["marcelin", "marcelin", 0],
    ["marcelin", "marcellin", 1],
    ["reciev", "receiv", 1],
    ["definat", "definit", 1],
    ["kitten", "sitting", 3],
    ["", "ab", 2],
    ["ca", "abc", 3],
  ])("between %s and %s is %d", (left, right, distance) => {
    expect(editDistance(left, right, 9)).toBe(distance);
  });

  it("is the same both ways, and stops counting one beyond the most", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (left, right, most) => {
        const whole = editDistance(left, right, 20);
        expect(editDistance(right, left, 20)).toBe(whole);
        expect(editDistance(left, right, most)).toBe(Math.min(whole, most + 1));
      }),
    );
  });

  it("is at most one after one edit", () => {
    const edited = fc.tuple(word, fc.nat(9), fc.constantFrom("add", "drop", "change", "swap"));
    fc.assert(
      fc.property(edited, ([text, at, kind]) => {
        const place = at % (text.length + 1);
        const [head, tail] = [text.slice(0, place), text.slice(place)];
        const rest = { add: `x${tail}`, drop: tail.slice(1), change: tail === "" ? "" : `x${tail.slice(1)}`, swap: `${tail[1] ?? ""}${tail[0] ?? ""}${tail.slice(2)}` }[kind];
        expect(editDistance(text, head + rest, 5)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("isHashPrefix", () => {
  it("takes what people quote of a commit, and neither numbers nor words", () => {
    expect(["7be04d1", "7BE04D1", "7be04d", "1234567", "defaced", "7be04d1x"].map(isHashPrefix)).toEqual([true, false, false, false, false, false]);
  });
});

describe("nearestTerms", () => {
  it("reads plain words of five letters and more only", () => {
    expect(["hous", "horse", "marcelin", "9c41e7b", "e4071", "v1.2.3", "北京大学图书", "straße"].map(allowedEdits)).toEqual([0, 1, 2, 0, 0, 0, 0, 1]);
  });

  it("gives the nearest first, and nothing that begins differently or is the same", () => {
    expect(nearestTerms("marcelin", ["marcelin", "marcell", "marceline", "darcelin", "amrcelin", "marvel"])).toEqual([
      { term: "marceline", edits: 1 }, { term: "amrcelin", edits: 1 }, { term: "marcell", edits: 2 },
    ]);
    expect(nearestTerms("lamps", ["lampen", "lump", "lamp"])).toEqual([{ term: "lamp", edits: 1 }]);
  });
});
