import { describe, expect, it } from "vitest";

import { parseGoldenSet } from "./read-golden-set.ts";

const GOOD = '{"question": "Where is the key?", "ids": ["m-1", "m-1"], "kind": "easy", "asked_at": "2025-06-01T00:00:00Z", "user": "ann"}';

describe("parseGoldenSet", () => {
  it("reads lines, and lists over several lines, with the line of each question", () => {
    const [line] = parseGoldenSet(`\n${GOOD}\n`);
    expect(line).toEqual({ place: "line 2", question: "Where is the key?", ids: ["m-1"], texts: [], none: false, user: "ann", askedAt: Date.UTC(2025, 5, 1), kind: "easy" });
    const list = parseGoldenSet(`[\n ${GOOD},\n\n {\n  "question": "Is it [so], \\"yes\\"?",\n  "text": "with the florist"\n }, {"question": "Peru?",\n "none": true}]`);
    expect(list.map(({ place, texts, none }) => ({ place, texts, none }))).toEqual([
      { place: "line 2", texts: [], none: false }, { place: "line 4", texts: ["with the florist"], none: false }, { place: "line 7", texts: [], none: true },
    ]);
  });

  it.each([
    ["{nonsense", "line 1: is not JSON"],
    [`${GOOD}\n{"question": "What?"}`, "line 2: ids: needs ids, text or none: true"],
    [`${GOOD}\n{"ids": ["a"]}\n7`, "line 2: question: "],
    ['{"question": "What?", "ids": ["a"], "none": true}', "line 1: none: none: true goes with neither ids nor text"],
    ['{"question": "What?", "ids": "a"}', "line 1: ids: "],
    ['{"question": "What?", "ids": ["a"], "asked_at": "some day"}', "line 1: asked_at: "],
    [`[\n${GOOD},\n{"question": "What?"}\n]`, "line 3: ids: needs"],
    [`[\n${GOOD},\n{"question" "What?"}\n]`, "line 3: is not JSON"],
    ["", "holds no questions"],
    ["[]", "holds no questions"],
  ])("names what is wrong with %j", (text, message) => {
    expect(() => parseGoldenSet(text)).toThrow(message);
  });

  it("names ten mistakes at most", () => {
    expect(() => parseGoldenSet("7\n".repeat(12))).toThrow(/line 10: .*; and 2 more$/u);
  });
});
