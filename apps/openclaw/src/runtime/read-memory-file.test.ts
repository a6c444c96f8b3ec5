import { describe, expect, it } from "vitest";

import { excerptOf } from "./read-memory-file.ts";

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${String(index + 1)}`).join("\n");

describe("excerptOf", () => {
  it("gives the whole of a short text", () => {
    expect(excerptOf("a\nb\n", { path: "MEMORY.md" })).toEqual({ status: "ok", path: "MEMORY.md", from: 1, lines: 2, text: "a\nb" });
  });

  it("says where it goes on, and going on gives every line once", () => {
    const text = numbered(300);
    const seen: string[] = [];
    let from: number | undefined = 1;
    while (from !== undefined) {
      const excerpt = excerptOf(text, { path: "MEMORY.md", from });
      if (excerpt.status !== "ok") throw new Error("not found");
      seen.push(...excerpt.text.split("\n").slice(0, excerpt.lines));
      from = excerpt.nextFrom;
    }
    expect(seen.join("\n")).toBe(text);
  });

  it("cuts at whole lines when the characters are spent, and within a line only when that alone is too long", () => {
    const long = excerptOf(`${"x".repeat(9_000)}\n${"y".repeat(9_000)}\nend`, { path: "a.md" });
    expect(long).toMatchObject({ lines: 1, truncated: true, nextFrom: 2 });
    const one = excerptOf("z".repeat(20_000), { path: "a.md" });
    expect(one).toMatchObject({ lines: 1, truncated: true });
    expect(one).not.toHaveProperty("nextFrom");
    expect(one.text.length).toBeLessThan(12_200);
  });

  it("is empty behind the end", () => {
    expect(excerptOf("a\nb", { path: "a.md", from: 9 })).toMatchObject({ status: "ok", text: "", lines: 0 });
  });
});
