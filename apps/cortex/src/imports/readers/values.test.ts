import { describe, expect, it } from "vitest";

import { nameOf, textOf, timeField, timeOf } from "./values.ts";

const AT = Date.UTC(2025, 6, 26, 17, 29, 36, 630);

describe("timeOf", () => {
  it.each([
    ["2025-07-26T10:29:36.630547-07:00", AT],
    ["2025-07-26T17:29:36.630Z", AT],
    ["2025-07-26 17:29:36.630+00", AT],
    ["2025-07-26 17:29:36,630", AT],
    [AT, AT],
    [AT / 1_000, AT],
    [String(AT / 1_000), AT],
    ["2025-07-26", Date.UTC(2025, 6, 26)],
  ])("reads %s", (value, at) => expect(timeOf(value)).toBe(at));

  it.each(["yesterday", "", "2025-13-26T10:00:00Z", "12:30", null, undefined, {}, Number.NaN])("does not guess at %s", (value) => expect(timeOf(value)).toBeNull());
});

describe("timeField", () => {
  it("tells a time that is not set from one that cannot be read", () => {
    expect(timeField({}, "at")).toEqual({ at: undefined });
    expect(timeField({ at: "0001-01-01T00:00:00Z" }, "at")).toEqual({ at: undefined });
    expect(timeField({ at: "soon" }, "at")).toEqual({ reason: "at: is not a time" });
  });
});

describe("texts and names", () => {
  it("lose what no store keeps, and are cut between characters", () => {
    expect(textOf("a\u0000b\uD83D")).toBe("ab\uFFFD");
    expect(textOf("  ")).toBeUndefined();
    expect(nameOf(12, 5)).toBe("12");
    expect(nameOf("🐝🐝🐝", 2)).toBe("🐝🐝");
  });
});
