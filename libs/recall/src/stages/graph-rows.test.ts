import type { DocumentRef, GraphHit, TextHit } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { CANDIDATES_PER_LEG } from "./candidates.ts";
import { graphRows } from "./graph-rows.ts";
import { wordsLegOf } from "./words-leg.ts";

const ref = (id: string): DocumentRef => ({ id, kind: "turn", namespace: "default", sessionKey: "s", position: 0, words: 3, signals: 0, role: "user", speaker: null, observedAt: 0 });
const named = (id: string, holds: readonly boolean[]): GraphHit => ({ ref: ref(id), hop: 0, weight: 1, holds });
const terms = ["dentist", "friday"];
const graphOf = (...hits: GraphHit[]) => ({ entities: [], hits });

/** As many hits as the words leg may bring: all but the last hold the first term. */
const full = (): TextHit[] => Array.from({ length: CANDIDATES_PER_LEG }, (_, place) => ({ ref: ref(`w${place}`), scores: place === CANDIDATES_PER_LEG - 1 ? [0, 1.5] : [4, 0] }));

describe("rows for what only the graph brought", () => {
  it("hold no word when the words leg brought all that hold any", () => {
    const rows = graphRows(wordsLegOf(terms, [{ ref: ref("w0"), scores: [4, 0] }]), graphOf(named("g", [true, true]), named("w0", [true, false])));
    expect(rows).toEqual([{ ref: ref("g"), scores: [0, 0] }]);
  });

  it("count their words as these commonly count, and together no more than the weakest hit", () => {
    const rows = graphRows(wordsLegOf(terms, full()), graphOf(named("none", [false, false]), named("rare", [false, true]), named("both", [true, true])));
    const [none, rare, both] = rows.map(({ scores }) => scores);
    expect(none).toEqual([0, 0]);
    expect(rare).toEqual([0, 1.5]);
    expect(both![0]! + both![1]!).toBeCloseTo(1.5, 12);
    expect(both![0]! / both![1]!).toBeCloseTo(4 / 1.5, 12);
  });

  it("are none without terms or without hits of the graph", () => {
    expect(graphRows(wordsLegOf([], []), graphOf(named("g", [])))).toEqual([]);
    expect(graphRows(wordsLegOf(terms, full()), graphOf())).toEqual([]);
  });
});
