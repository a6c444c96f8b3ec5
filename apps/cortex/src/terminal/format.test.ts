import { describe, expect, it } from "vitest";

import { formatBytes, harmless, oneLine, plural } from "./format.ts";

describe("format", () => {
  it("writes bytes with three digits or so", () => {
    expect([0, 999, 1_000, 16_384_096, 999_999, 5e14].map(formatBytes)).toEqual(["0 B", "999 B", "1.0 kB", "16.4 MB", "1000 kB", "500 TB"]);
  });

  it("counts with the right noun", () => {
    expect([plural(0, "turn"), plural(1, "turn"), plural(12_000, "turn"), plural(2, "memory", "memories")]).toEqual(["0 turns", "1 turn", "12,000 turns", "2 memories"]);
  });

  it("puts text on one line", () => {
    expect(oneLine(" a\n  b\tc ")).toBe("a b c");
    expect(oneLine("x".repeat(10), 5)).toBe("xxxx…");
  });

  it("keeps a memory from steering the terminal", () => {
    expect(harmless("\u001B[2Jgone\u0007 \u202Ereversed\u009B31m")).toBe("�[2Jgone� �reversed�31m");
    expect(harmless("Grüße, 世界 👋\n")).toBe("Grüße, 世界 👋\n");
  });
});
