import { expect, test } from "vitest";
import { closingLine } from "./closing-line.ts";
import { sumOf, verdict } from "./step-result.ts";

test("counts of all steps make one line", () => {
  const tests = { passed: 40, failed: 2, skipped: [], report: "" };
  expect(closingLine(sumOf([verdict(true), verdict(false, "why"), tests]))).toBe("41 passed, 3 failed");
});

test("skipped tests are counted, and only then", () => {
  expect(closingLine({ passed: 1, failed: 0, skipped: ["a: b"], report: "" })).toBe("1 passed, 0 failed, 1 skipped");
});
