import { setImmediate } from "node:timers/promises";

/** A recall has a fifth of a second; it should not lose much of it to somebody's import. */
const LONGEST_MS = 10;

/** Awaited between small pieces of work: lets others of the process run when they could not for so long. */
export function breather(longestMs = LONGEST_MS): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await setImmediate();
    since = performance.now();
  };
}
