import { relative } from "node:path";
import type { StepResult } from "./step-result.ts";

/** The fields of Vitest's JSON reporter that are read here. */
export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface Run {
  /** Null when Vitest wrote none: it crashed, or found no file. */
  report: VitestReport | null;
  exitCode: number | null;
  root: string;
  /** What was asked for: with files or a name given, finding nothing in this tier is no failure, and by name the rest counts as skipped. */
  filter: "none" | "files" | "name";
}

/** Turns a Vitest run into counts. A test file that does not load, an error outside any test and an empty run count as failed. */
export function vitestResult({ report, exitCode, root, filter }: Run): StepResult {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: relative(root, file.name) })));
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed");
  const skipped = filter === "name" ? [] : tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const unloaded = files.filter(({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"));
  const lines = [
    ...failed.map(({ file, fullName }) => `FAILED ${file}: ${fullName}`),
    ...unloaded.map(({ name, message }) => `FAILED ${relative(root, name)}: the file did not load or finish. ${message ?? ""}`.trim()),
  ];
  if (lines.length === 0 && exitCode !== 0) lines.push(`FAILED Vitest ended with ${exitCode ?? "a signal"}: an error outside any test; see above.`);
  if (lines.length === 0 && passed === 0 && filter === "none") lines.push("FAILED no test ran: a tier without tests proves nothing.");
  return { passed, failed: lines.length, skipped: skipped.map(({ file, fullName }) => `${file}: ${fullName}`), report: lines.join("\n") };
}
