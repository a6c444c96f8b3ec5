import { describe, expect, it } from "vitest";

import { editJson5, parseJson5 } from "./json5-text.ts";

describe("editJson5", () => {
  it.each([
    ["behind remarks, with the comma that was missing", "{\n  a: 1, // one\n  b: 2 // two\n}\n", "{\n  a: 1, // one\n  b: 2, // two\n  c: {\n    \"d\": 3\n  }\n}\n"],
    ["behind a trailing comma, with one of its own", "{\n  a: 1, // one\n}\n", "{\n  a: 1, // one\n  c: {\n    \"d\": 3\n  },\n}\n"],
    ["on one line", "{ 'a': 1, b: [1,2] }", '{ \'a\': 1, b: [1,2], "c": {"d":3} }'],
    ["into what is empty", "{\n  // nothing yet\n}", '{\n  "c": {\n    "d": 3\n  }\n  // nothing yet\n}'],
    ["with tabs", "{\n\ta: 1\n}\n", "{\n\ta: 1,\n\tc: {\n\t\t\"d\": 3\n\t}\n}\n"],
  ])("adds a key %s, and takes it out without a trace", (_, before, after) => {
    expect(editJson5(before, { set: ["c"], value: { d: 3 } })).toBe(after);
    const back = editJson5(after, { remove: ["c"] });
    expect(parseJson5(back)).toEqual(parseJson5(before));
    expect(back.replaceAll(",", "")).toBe(before.replaceAll(",", ""));
  });

  it.each([
    ["on lines", "{\n  l: [\n    'a', // A\n    'b',\n  ],\n}\n", "{\n  l: [\n    'a', // A\n    'b',\n    \"c\",\n  ],\n}\n"],
    ["on one line", "{ l: ['a', 'b'] }", "{ l: ['a', 'b', \"c\"] }"],
  ])("adds to a list %s and takes from it", (_, before, after) => {
    expect(editJson5(before, { set: ["l", 2], value: "c" })).toBe(after);
    expect(editJson5(after, { remove: ["l", 2] })).toBe(before);
  });

  it.each([
    ["between others", "{\n  a: 1,\n  b: 2, // two\n  c: 3\n}\n", "b", "{\n  a: 1,\n // two\n  c: 3\n}\n"],
    ["at the end", "{\n  a: 1,\n  b: 2\n}\n", "b", "{\n  a: 1\n}\n"],
    ["at the beginning of a line", "{ a: 1, b: 2 }", "a", "{ b: 2 }"],
  ])("takes a key out %s", (_, before, key, after) => {
    expect(editJson5(before, { remove: [key] })).toBe(after);
  });

  it("changes a value and nothing around it", () => {
    expect(editJson5("{ slots: { memory: 'old' /* why */ } }", { set: ["slots", "memory"], value: "new" })).toBe('{ slots: { memory: "new" /* why */ } }');
  });
});
