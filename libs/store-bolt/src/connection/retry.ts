import { setTimeout as wait } from "node:timers/promises";

import { CortexError } from "@memory-cortex/models";

import { isWorthRetrying, mapBoltError } from "./bolt-error.ts";
import type { Dialect } from "../dialects/dialect.ts";

export interface RetryLimits {
  dialect: Dialect;
  /** No new attempt begins after so many milliseconds. */
  patience: number;
  signal?: AbortSignal | undefined;
}

const FIRST_WAIT = 5;
const LONGEST_WAIT = 500;

/** A random share of a wait that doubles: those that were in each other's way do not meet again at once. */
const waitBefore = (attempt: number): number => Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + Math.random() / 2);

const isAbandoned = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/**
 * What the work gives, done again while it fails by a conflict or a broken connection. A commit whose acknowledgement was lost is done
 * again as well, so the work has to be idempotent. Throws errors of the catalogue only.
 */
export async function withRetry<Result>(work: () => Promise<Result>, { dialect, patience, signal }: RetryLimits): Promise<Result> {
  const end = performance.now() + patience;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pause = waitBefore(attempt);
      if (!isWorthRetrying(error, dialect) || performance.now() + pause > end || isAbandoned(signal)) throw mapBoltError(error);
      await wait(pause, undefined, { ref: false });
      if (isAbandoned(signal)) throw new CortexError("aborted");
    }
  }
}
