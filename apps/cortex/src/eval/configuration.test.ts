import { describe, expect, it } from "vitest";

import { parseConfiguration } from "./configuration.ts";

describe("parseConfiguration", () => {
  it("reads the settings of a request, and where to ask", () => {
    expect(parseConfiguration("preset=hybrid without=meaning,session")).toEqual({ preset: "hybrid", without: ["meaning", "session"] });
    expect(parseConfiguration("url=http://127.0.0.1:1/?a=b kinds=turn limit=30")).toEqual({ url: "http://127.0.0.1:1/?a=b", kinds: ["turn"], limit: 30 });
  });

  it.each([
    ["", "settings like"],
    ["presto=hybrid", '"presto=hybrid" is none of'],
    ["preset", '"preset" is none of'],
    ["preset=fast", "preset: "],
    ["kinds=poem", "kinds: "],
    ["without=colour", "without: "],
    ["limit=many", "limit: "],
  ])("refuses %j", (text, message) => {
    expect(() => parseConfiguration(text)).toThrow(message);
  });
});
