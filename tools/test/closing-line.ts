import type { StepResult } from "./step-result.ts";

/** The one line that scripts read: `N passed, M failed`. */
export function closingLine({ passed, failed }: StepResult): string {
  return `${passed} passed, ${failed} failed`;
}

/** The line of one step, which also counts what was skipped. */
export function stepLine(result: StepResult): string {
  const { length } = result.skipped;
  return length === 0 ? closingLine(result) : `${closingLine(result)}, ${length} skipped`;
}
