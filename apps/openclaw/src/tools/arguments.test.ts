import { describe, expect, it } from "vitest";

import { argumentsOf, flag, optionalChoice, optionalInteger, optionalNumber, optionalText, optionalTexts, requiredText } from "./arguments.ts";
import { ToolRefusal } from "./tool-refusal.ts";

describe("arguments as models write them", () => {
  it("takes what can only mean one thing", () => {
    const given = { limit: "7", dry: "true", text: "  tea  ", number: 5, tags: "tea, green ,tea", choice: "FACT" };
    expect(optionalInteger(given, "limit", { least: 1, most: 50 })).toBe(7);
    expect(flag(given, "dry")).toBe(true);
    expect(requiredText(given, "text")).toBe("tea");
    expect(optionalText(given, "number")).toBe("5");
    expect(optionalTexts(given, "tags")).toEqual(["tea", "green"]);
    expect(optionalChoice(given, "choice", ["fact", "rule"])).toBe("fact");
  });

  it("takes numbers beyond the range as its end, and what is left out as left out", () => {
    expect(optionalInteger({ limit: 9_999 }, "limit", { least: 1, most: 50 })).toBe(50);
    expect(optionalNumber({ importance: -3 }, "importance", { least: 0, most: 1 })).toBe(0);
    expect(optionalNumber({ importance: null }, "importance", { least: 0, most: 1 })).toBeUndefined();
    expect(optionalText({ text: "   " }, "text")).toBeUndefined();
    expect(flag({}, "dry", true)).toBe(true);
  });

  it.each([
    ["a text that is missing", () => requiredText({}, "query")],
    ["a text that is too long", () => optionalText({ query: "x".repeat(11) }, "query", 10)],
    ["an object for a text", () => optionalText({ query: {} }, "query")],
    ["words for a number", () => optionalInteger({ limit: "many" }, "limit", { least: 1, most: 5 })],
    ["a number for a flag", () => flag({ dry: 1 }, "dry")],
    ["a choice that is none", () => optionalChoice({ category: "mood" }, "category", ["fact"])],
    ["a list of numbers for texts", () => optionalTexts({ tags: [1] }, "tags")],
  ])("refuses %s and says what it takes", (_what, read) => {
    expect(read).toThrow(ToolRefusal);
    expect(read).toThrow(/takes/);
  });

  it("takes anything but an object as no arguments", () => {
    for (const given of [null, undefined, "query", 3, ["query"]]) expect(argumentsOf(given)).toEqual({});
  });

  it("leaves no NUL and no half character in a text", () => {
    expect(optionalText({ text: "a\0b\ud800" }, "text")).toBe("ab\ufffd");
  });
});
