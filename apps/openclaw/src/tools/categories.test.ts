import { describe, expect, it } from "vitest";

import { CATEGORIES, categoryOf, filterOf, importanceLabel, kindOf } from "./categories.ts";

describe("categories", () => {
  it.each(CATEGORIES)("reads %s back from what it is kept as", (category) => {
    const { type, tags } = kindOf(category, true);
    expect(categoryOf({ type, tags })).toBe(category);
  });

  it.each(CATEGORIES)("finds %s by what it is kept as", (category) => {
    const { type, tags } = kindOf(category, true);
    const filter = filterOf(category);
    if (filter.type !== undefined) expect(filter.type).toBe(type);
    if (filter.tags !== undefined) expect(tags).toEqual(filter.tags);
    expect(filter.type ?? filter.tags).toBeDefined();
  });

  it("lets nobody but the owner make a rule or a procedure", () => {
    for (const category of CATEGORIES) expect(["rule", "procedure"]).not.toContain(kindOf(category, false).type);
    expect(kindOf("rule", false)).toMatchObject({ type: "fact", lowered: true });
    expect(kindOf("rule", true)).toMatchObject({ type: "rule", lowered: false });
  });

  it("labels importance", () => {
    expect([0.8, 0.79, 0.5, 0.49, undefined].map(importanceLabel)).toEqual(["must_remember", "nice_to_have", "nice_to_have", "ignore", "unknown"]);
  });
});
