/** What one step of the checks came to. Lint, the planted violations and the type check count as one each. */
export interface StepResult {
  passed: number;
  failed: number;
  /** Names of tests that were skipped; they are listed loudly, since a skipped test proves nothing. */
  skipped: readonly string[];
  /** What a person needs to mend it, in full; empty when the step printed it itself. */
  report: string;
}

/** A step that is one yes or no. */
export function verdict(passed: boolean, report = ""): StepResult {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: [], report };
}

/** Adds the counts of all steps. */
export function sumOf(results: readonly StepResult[]): StepResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    skipped: results.flatMap(({ skipped }) => skipped),
    report: "",
  };
}
