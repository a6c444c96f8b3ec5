import { relevanceOfChance } from "@memory-cortex/scoring";
import { describe, expect, it } from "vitest";

import { isWorthPacking } from "./worth-packing.ts";

const judged = { features: [], score: 0, chance: 0.001 };

describe("isWorthPacking", () => {
  it("leaves out what is hardly evidence", () => {
    expect(isWorthPacking({ ranking: judged, relevance: relevanceOfChance(0.002) })).toBe(false);
    expect(isWorthPacking({ ranking: judged, relevance: relevanceOfChance(0.02) })).toBe(true);
  });

  it("goes by the relevance, so that an update put before what it changes is told", () => {
    expect(isWorthPacking({ ranking: judged, relevance: relevanceOfChance(0.4) })).toBe(true);
  });

  it("packs what was not judged", () => {
    expect(isWorthPacking({ ranking: null, relevance: 0 })).toBe(true);
  });
});
