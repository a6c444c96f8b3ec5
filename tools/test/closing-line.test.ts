import { expect, test } from "vitest";
import { closingLine, stepLine } from "./closing-line.ts";
import { sumOf, verdict } from "./step-result.ts";

test("counts of all steps make one line", () => {
  const tests = { passed: 40, failed: 2, skipped: [], report: "" };
  expect(closingLine(sumOf([verdict(true), verdict(false, "why"), tests]))).toBe("41 passed, 3 failed");
});

test("skipped tests are counted for their step, and only where there are any", () => {
  const skipping = { passed: 1, failed: 0, skipped: ["a: b"], report: "" };
  expect(stepLine(skipping)).toBe("1 passed, 0 failed, 1 skipped");
  expect(stepLine({ ...skipping, skipped: [] })).toBe("1 passed, 0 failed");
});

test("the closing line holds nothing else", () => {
  expect(closingLine({ passed: 1, failed: 0, skipped: ["a: b"], report: "" })).toBe("1 passed, 0 failed");
});
