import { expect, test } from "vitest";
import type { VitestReport } from "./vitest-report.ts";
import { vitestResult } from "./vitest-report.ts";

type TestFile = VitestReport["testResults"][number];

const file = (name: string, statuses: string[], more: Partial<TestFile> = {}): TestFile => ({
  name: `/checkout/${name}`,
  status: statuses.includes("failed") ? "failed" : "passed",
  assertionResults: statuses.map((status, index) => ({ fullName: `case ${index}`, status })),
  ...more,
});
const result = (testResults: TestFile[], exitCode = 0, filter: "none" | "files" | "name" = "none") =>
  vitestResult({ report: { testResults }, exitCode, root: "/checkout", filter });

test("passed, failed and skipped tests are counted and named", () => {
  const { passed, failed, skipped, report } = result([file("a.test.ts", ["passed", "failed", "skipped"]), file("b.test.ts", ["passed", "pending", "todo"])], 1);
  expect([passed, failed]).toEqual([2, 1]);
  expect(skipped).toEqual(["a.test.ts: case 2", "b.test.ts: case 1", "b.test.ts: case 2"]);
  expect(report).toBe("FAILED a.test.ts: case 1");
});

test("a file that does not load counts as failed", () => {
  const { passed, failed, report } = result([file("a.test.ts", ["passed"]), file("b.test.ts", [], { status: "failed", message: "Cannot find module" })], 1);
  expect([passed, failed]).toEqual([1, 1]);
  expect(report).toContain("b.test.ts: the file did not load or finish. Cannot find module");
});

test("an error outside any test counts as failed", () => {
  expect(result([file("a.test.ts", ["passed"])], 1)).toMatchObject({ passed: 1, failed: 1 });
});

test("a crash without a report counts as failed", () => {
  expect(vitestResult({ report: null, exitCode: null, root: "/checkout", filter: "none" })).toMatchObject({ passed: 0, failed: 1 });
});

test("nothing run is a failure, unless a filter asked for it", () => {
  expect(result([])).toMatchObject({ passed: 0, failed: 1 });
  expect(result([file("a.test.ts", ["skipped"])])).toMatchObject({ failed: 1 });
  expect(result([], 0, "files")).toMatchObject({ passed: 0, failed: 0 });
});

test("tests that a name left out are not listed as skipped", () => {
  expect(result([file("a.test.ts", ["passed", "skipped"])], 0, "name")).toMatchObject({ passed: 1, failed: 0, skipped: [] });
});
