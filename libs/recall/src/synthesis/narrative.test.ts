import { describe, expect, it } from "vitest";

import { memoryFixture, turnFixture } from "../stages/scored-item.fixture.ts";
import { stateOf, stillHolds } from "./narrative.ts";

const memory = memoryFixture({ id: "m1" });
const turn = turnFixture({ id: "t1" });
const narrative = { rests: new Map([["m1", stateOf(memory)], ["t1", stateOf(turn)]]) };
const times = { madeAt: 1_000, now: 2_000 };

describe("stillHolds", () => {
  it("while everything is as it was, counts of use apart", () => {
    expect(stillHolds(narrative, [turn, { ...memory, accessCount: 9, lastAccessedAt: 1_500, reinforcedCount: 2, confidence: 1 }], times)).toBe(true);
  });

  it.each([
    ["is forgotten", [turn]],
    ["is retired", [turn, { ...memory, retiredAt: 1_500 }]],
    ["ended in the world", [turn, { ...memory, validTo: 1_500 }]],
    ["has a successor", [turn, { ...memory, supersededBy: "m2", supersededAt: 1_500 }]],
    ["is in a conflict now", [turn, { ...memory, conflictGroup: "g", conflictStatus: "active" as const }]],
    ["says something else", [turn, { ...memory, contentHash: "other" }]],
    ["was said by somebody else", [{ ...turn, speaker: "Bob" }, memory]],
  ])("no longer when something it cites %s", (_, documents) => {
    expect(stillHolds(narrative, documents, times)).toBe(false);
  });

  it("no longer when the end that was known has come meanwhile", () => {
    const ending = { ...memory, validTo: 1_500 };
    const told = { rests: new Map([["m1", stateOf(ending)]]) };
    expect(stillHolds(told, [ending], { madeAt: 1_000, now: 1_499 })).toBe(true);
    expect(stillHolds(told, [ending], times)).toBe(false);
    expect(stillHolds(told, [ending], { madeAt: 1_600, now: 2_000 })).toBe(true);
  });
});
