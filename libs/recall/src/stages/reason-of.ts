import { CortexError } from "@memory-cortex/models";

import type { Timely } from "../deadline.ts";
import type { Run } from "../run.ts";

/** A stable word for why a part is missing: "late", or the code of its error. */
export function reasonOf(run: Run, part: string, answer: Exclude<Timely<unknown>, { outcome: "done" }>): string {
  if (answer.outcome === "late") return "late";
  run.services.observe?.failed?.(part, answer.error);
  return CortexError.isInstance(answer.error) ? answer.error.code : "internal";
}
