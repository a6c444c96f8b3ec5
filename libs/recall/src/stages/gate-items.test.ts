import { describe, expect, it } from "vitest";

import { gateItems } from "./gate-items.ts";
import { memoryFixture, scoredFixture, turnFixture } from "./scored-item.fixture.ts";

describe("gateItems", () => {
  it("counts a memory and the turn it rests on once, and keeps the better", () => {
    const memory = scoredFixture(memoryFixture({ provenance: ["t1"] }), 0.9);
    const turn = scoredFixture(turnFixture({ id: "t1", externalId: "D1:1" }), 0.8);
    const { kept, dropped, externalIds } = gateItems([memory, turn]);
    expect(kept).toEqual([memory]);
    expect(dropped).toEqual([{ item: turn, reason: "same_as", by: "m1" }]);
    expect(externalIds.get("m1")).toBe("D1:1");
    expect(gateItems([turn, memory]).kept).toEqual([turn]);
  });

  it("keeps memories and turns that have nothing to do with each other", () => {
    const items = [scoredFixture(memoryFixture({ provenance: ["other"] })), scoredFixture(turnFixture()), scoredFixture(memoryFixture({ id: "m2", provenance: [] }))];
    expect(gateItems(items).kept).toEqual(items);
  });

  it("lets a memory speak for several turns", () => {
    const items = [scoredFixture(memoryFixture({ provenance: ["t1", "t2"] })), scoredFixture(turnFixture({ id: "t1" })), scoredFixture(turnFixture({ id: "t2" }))];
    expect(gateItems(items).kept.map(({ document }) => document.id)).toEqual(["m1"]);
  });
});
