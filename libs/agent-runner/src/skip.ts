import { CortexClientError } from "@memory-cortex/client";

import type { RunnerLog } from "./session-entry.ts";

/** Says that a turn goes without memory because of how it is: nothing is wrong. */
export function skipQuietly(log: RunnerLog, what: "recall" | "ingestion", reason: string): string {
  log.debug(`memory-cortex: ${what} skipped: ${reason}`);
  return reason;
}

/** Says that a turn goes without memory because the service failed, and what a person may do. Gives the code; the agent goes on. */
export function skipBecauseOf(log: RunnerLog, what: "recall" | "ingestion", error: unknown): string {
  if (!CortexClientError.isInstance(error)) {
    log.warn(`memory-cortex: ${what} skipped: internal (${error instanceof Error ? error.name : typeof error})`);
    return "internal";
  }
  // Nobody is known before the first conversation was taken over.
  if (error.code === "unknown_user") return skipQuietly(log, what, error.code);
  log.warn(`memory-cortex: ${what} skipped: ${error.code}. ${error.fix}`);
  return error.code;
}
