import { describe, expect, it } from "vitest";

import { passagesOf } from "./passages.ts";
import { rankPassages } from "./rank-passages.ts";

const NOW = Date.parse("2026-03-31T12:00:00Z");
const ranked = (files: Record<string, string>, query: string) => rankPassages(Object.entries(files).flatMap(([path, text]) => passagesOf(path, text)), query, { now: NOW, limit: 10 });

describe("passagesOf", () => {
  it("covers every line, in whole lines", () => {
    const text = Array.from({ length: 400 }, (_, index) => `note ${String(index)} about something`).join("\n");
    const passages = passagesOf("MEMORY.md", text);
    const covered = new Set(passages.flatMap(({ startLine, endLine }) => Array.from({ length: endLine - startLine + 1 }, (_, index) => startLine + index)));
    expect(covered.size).toBe(400);
    for (const { startLine, endLine, text: body } of passages) expect(body).toBe(text.split("\n").slice(startLine - 1, endLine).join("\n"));
    expect(Math.max(...passages.map(({ text: body }) => body.length))).toBeLessThanOrEqual(1_600);
  });

  it("keeps a line that is longer than a passage", () => {
    expect(passagesOf("a.md", `short\n${"word ".repeat(1_000)}\nend`).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[1, 1], [2, 2], [3, 3]]);
  });

  it("finds nothing in blank files", () => {
    expect(passagesOf("a.md", "\n\n  \n")).toEqual([]);
  });
});

describe("rankPassages", () => {
  it("puts first what holds most of what is asked for, whatever the form of the words", () => {
    const hits = ranked({ "memory/tea.md": "She prefers green teas in the morning.", "memory/car.md": "The car is green.", "memory/none.md": "Nothing here." }, "which tea does she prefer in mornings");
    expect(hits.map(({ passage }) => passage.path)).toEqual(["memory/tea.md"]);
    expect(hits[0]!.score).toBeGreaterThan(0.5);
  });

  it("scores between 0 and 0.8, full when all is there", () => {
    expect(ranked({ "MEMORY.md": "The gate code is 4711." }, "gate code")[0]!.score).toBeCloseTo(0.8);
    expect(ranked({ "MEMORY.md": "The gate code is 4711.", "USER.md": "gate" }, "gate hinge")[0]!.score).toBeLessThan(0.8);
  });

  it("ages dated notes by half in thirty days, and nothing else", () => {
    const [now, old] = [ranked({ "memory/2026-03-31.md": "berlin" }, "berlin")[0]!, ranked({ "memory/2026-03-01.md": "berlin" }, "berlin")[0]!];
    expect(old.score / now.score).toBeCloseTo(0.5, 1);
    expect(ranked({ "memory/berlin.md": "berlin" }, "berlin")[0]!.score).toBeCloseTo(0.8);
  });

  it("finds Chinese notes", () => {
    expect(ranked({ "MEMORY.md": "她喜欢绿茶。", "USER.md": "英语" }, "绿茶")[0]!.passage.path).toBe("MEMORY.md");
  });
});
