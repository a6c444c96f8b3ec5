import type { StepResult } from "./step-result.ts";

/** The one line that scripts read: `N passed, M failed`, and `, K skipped` when there are any. */
export function closingLine({ passed, failed, skipped }: StepResult): string {
  const counts = `${passed} passed, ${failed} failed`;
  return skipped.length === 0 ? counts : `${counts}, ${skipped.length} skipped`;
}
