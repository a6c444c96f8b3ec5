import type { StepResult } from "./step-result.ts";

/** Something a test may need that this machine may lack. */
export interface Prerequisite {
  /** "the static model" */
  what: string;
  /** The tests that need it, by their file and full name. */
  tests: RegExp;
  /** Null when it is here; else why it is not and how to get it, in one line. */
  missing: string | null;
}

/** What is skipped for a reason, and why, and the step without it. */
export interface Excused {
  result: StepResult;
  /** "file: test" with the reason. */
  excuses: { test: string; why: string }[];
}

/** A driver that lacks something writes the reason into the name of the case that it skips. */
const DECLARED = /\(skipped: (.+)\)$/;

/**
 * A skipped test fails unless something that it needs cannot be had here, or its driver declares that it lacks it: else a suite could
 * fall asleep unnoticed.
 */
export function excuseSkipped(result: StepResult, prerequisites: readonly Prerequisite[]): Excused {
  const reasonOf = (test: string): string | undefined =>
    DECLARED.exec(test)?.[1] ?? prerequisites.flatMap(({ tests, what, missing }) => (missing !== null && tests.test(test) ? [`needs ${what}: ${missing}`] : []))[0];
  const excuses = result.skipped.flatMap((test) => {
    const why = reasonOf(test);
    return why === undefined ? [] : [{ test, why }];
  });
  const unexcused = result.skipped.filter((test) => reasonOf(test) === undefined);
  const lines = unexcused.map((test) => `FAILED ${test}: skipped, though what it needs is here`);
  const report = [result.report, ...lines].filter(Boolean).join("\n");
  return { result: { ...result, failed: result.failed + unexcused.length, skipped: excuses.map(({ test }) => test), report }, excuses };
}
