import { describe, expect, it } from "vitest";

import { parseEnvironmentFile } from "./environment-file.ts";
import { interpolate, variablesIn } from "./interpolate.ts";

const VARIABLES = new Map([["A", "one"], ["EMPTY", ""]]);

describe("interpolate", () => {
  it.each([
    ["${A}", "one"],
    ["$A-$A", "one-one"],
    ["${NONE}", ""],
    ["${NONE:-two}", "two"],
    ["${EMPTY:-two}", "two"],
    ["${EMPTY-two}", ""],
    ["${NONE-two}", "two"],
    ["${A:-two}m", "onem"],
    ["$$A $${A} $$(cat x)", "$A ${A} $(cat x)"],
    ["plain", "plain"],
    ["${NONE:-./secrets}/tokens.json", "./secrets/tokens.json"],
  ])("%s is %s", (text, expected) => {
    expect(interpolate(text, VARIABLES)).toBe(expected);
  });

  it("tells which variables a text takes", () => {
    expect(variablesIn("${A:-x} $B ${A} $$C $${D}")).toEqual(["A", "B"]);
  });
});

describe("parseEnvironmentFile", () => {
  it("reads names, values, quotes and comments", () => {
    const variables = parseEnvironmentFile(`# A comment\nA=one\n\nB='[{"a": "b # c"}]'\nC=\nD="two words"\nE=three # a remark\n`);
    expect([...variables]).toEqual([["A", "one"], ["B", '[{"a": "b # c"}]'], ["C", ""], ["D", "two words"], ["E", "three"]]);
  });

  it("refuses what it does not understand, by its line", () => {
    expect(() => parseEnvironmentFile("A=one\nexport B=two\n")).toThrow(/Line 2/);
  });
});
