import { describe, expect, it } from "vitest";

import { linesToImport } from "./lines-to-import.ts";

const question = { format: "jsonl" as const, limit: 10, userId: "ann", namespace: null };

describe("linesToImport", () => {
  it("takes the memories of an export and leaves its frame and messages out", () => {
    const text = ['{"kind":"header","user_id":"bob"}', '{"kind":"memory","content":"likes tea","user_id":"bob","namespace":"home"}', "", '{"kind":"turn","text":"hi"}', '{"kind":"end","memories":1}'].join("\n");
    expect(linesToImport(text, question)).toEqual([{ kind: "memory", content: "likes tea", user_id: "ann", namespace: "home" }]);
  });

  it("puts everything into the drawer that was named", () => {
    expect(linesToImport('{"text":"a","namespace":"agent:other"}', { ...question, namespace: "global/agent:main" })).toEqual([{ kind: "memory", text: "a", namespace: "global/agent:main" }]);
  });

  it("takes lists, and stops at the limit", () => {
    expect(linesToImport('[{"text":"a"},{"text":"b"}]', { ...question, format: "json", limit: 1 })).toHaveLength(1);
    expect(linesToImport('{"memories":[{"text":"a"}]}', { ...question, format: "json" })).toHaveLength(1);
  });

  it.each([
    ["a line that is no JSON", '{"text":"a"}\n{broken', "jsonl", /Line 2/],
    ["a line that is no object", '{"text":"a"}\n[1]', "jsonl", /Line 2/],
    ["a file without memories", '{"kind":"turn","text":"a"}', "jsonl", /no memories/],
    ["no JSON", "{", "json", /no JSON/],
    ["no list", '{"a":1}', "json", /no list/],
  ] as const)("refuses %s and says so", (_what, text, format, message) => {
    expect(() => linesToImport(text, { ...question, format })).toThrow(message);
  });
});
