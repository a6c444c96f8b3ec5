import type { RecallItem } from "@memory-cortex/client";
import { describe, expect, it } from "vitest";

import { selectItems, tierOf } from "./select-items.ts";
import type { SelectOptions } from "./select-items.ts";

export const item = (id: string, given: Partial<RecallItem> = {}): RecallItem => ({
  id, kind: "memory", text: `Text of ${id}.`, score: 0.5, external_id: null, session_id: null, speaker: null, role: null, observed_at: "2026-01-01T00:00:00.000Z", ...given,
});
const OPTIONS: SelectOptions = { maxItems: 6, minRecent: 0, unknown: true, withheld: () => null };
const ids = (items: RecallItem[], options: Partial<SelectOptions> = {}) => selectItems(items, { ...OPTIONS, ...options }).chosen.map((one) => one.item.id);

describe("tierOf", () => {
  it.each([[1, "must"], [0.8, "must"], [0.79, "nice"], [0.5, "nice"], [0.49, null], [0, null], [undefined, "unknown"]])("puts importance %s into %s", (importance, tier) => {
    expect(tierOf(importance === undefined ? {} : { importance })).toBe(tier);
  });
});

describe("selectItems", () => {
  const all = [item("turn", { score: 0.9 }), item("nice", { score: 0.8, importance: 0.6 }), item("must", { score: 0.7, importance: 0.9 }), item("must 2", { score: 0.75, importance: 0.8 }), item("ignored", { score: 0.9, importance: 0.2 })];

  it("orders by must, nice, unknown, and in each by score", () => {
    expect(ids(all)).toEqual(["must 2", "must", "nice", "turn"]);
  });

  it("fills the places in this order, but the best match has one in any case", () => {
    expect(ids(all, { maxItems: 2 })).toEqual(["must 2", "turn"]);
    expect(ids(all, { maxItems: 1 })).toEqual(["turn"]);
    expect(ids(all.filter(({ id }) => id !== "turn"), { maxItems: 2 })).toEqual(["must 2", "nice"]);
  });

  it("leaves out what was weighed as unimportant, and the unweighed when asked to", () => {
    expect(selectItems(all, OPTIONS).leftOut).toContainEqual({ id: "ignored", reason: "unimportant" });
    expect(ids(all, { unknown: false })).toEqual(["must 2", "must", "nice"]);
  });

  it("keeps a place for the newest", () => {
    const old = Array.from({ length: 8 }, (_, index) => item(`old ${index}`, { importance: 0.9, score: 0.9 - index / 100 }));
    const fresh = item("fresh", { importance: 0.5, score: 0.6, observed_at: "2026-03-01T00:00:00.000Z" });
    expect(ids([...old, fresh], { minRecent: 1 })).toEqual(["old 0", "old 1", "old 2", "old 3", "old 4", "fresh"]);
    expect(ids([...old, fresh], { minRecent: 0 })).not.toContain("fresh");
  });

  it("never tells more than its places", () => {
    expect(ids(Array.from({ length: 40 }, (_, index) => item(String(index))), { minRecent: 3 })).toHaveLength(6);
  });

  it("leaves out what is far worse than the best, what is withheld, and the same words twice", () => {
    const found = selectItems([item("best", { score: 0.9 }), item("weak", { score: 0.2 }), item("told", { score: 0.8 }), item("twin", { score: 0.7, text: "text of BEST" })], { ...OPTIONS, withheld: ({ id }) => (id === "told" ? "told_lately" : null) });
    expect(found.chosen.map((one) => one.item.id)).toEqual(["best"]);
    expect(found.leftOut).toEqual([{ id: "weak", reason: "weak" }, { id: "told", reason: "told_lately" }, { id: "twin", reason: "same_words" }]);
  });

  it("tells how well an item fits from what it is worth by itself", () => {
    const filler = item("filler", { score: 0.5, importance: 0.9, factors: { relevance: 0.02, type: 0.1 } });
    expect(ids([item("answer", { score: 0.7, factors: { relevance: 0.44 } }), filler])).toEqual(["answer"]);
    expect(ids([filler])).toEqual(["filler"]);
  });
});
