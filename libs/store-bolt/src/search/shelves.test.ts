import { nearestTerms } from "@memory-cortex/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { BEHIND_SHELF, shelvedWord, shelvesNear } from "./shelves.ts";

const isOn = (shelf: string, word: string): boolean => word >= shelf && word < shelf + BEHIND_SHELF;

describe("shelves of words", () => {
  it("near a term hold every word that it may be misspelt for", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdeéß"), minLength: 4, maxLength: 10 });
    fc.assert(
      fc.property(word, word, (term, held) => {
        if (nearestTerms(term, [held]).length === 0) return;
        expect(shelvesNear("ann", term).some((shelf) => isOn(shelf, shelvedWord("ann", held)!))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of two users hold nothing in common", () => {
    for (const shelf of shelvesNear("ann", "marcelin")) expect(isOn(shelf, shelvedWord("ann2", "marcelin")!)).toBe(false);
  });

  it("hold no numbers and no short words, and hashes by their beginning", () => {
    for (const term of ["tea", "v1.2", "2026", "a".repeat(33)]) expect(shelvedWord("ann", term)).toBeNull();
    for (const term of ["jam", "v1.2.3", "20260101"]) expect(shelvesNear("ann", term)).toEqual([]);
    const [shelf] = shelvesNear("ann", "7be04d1");
    expect(isOn(shelf!, shelvedWord("ann", "7be04d19f2aa")!)).toBe(true);
    expect(isOn(shelf!, shelvedWord("ann", "7be04d88c301")!)).toBe(false);
  });
});
