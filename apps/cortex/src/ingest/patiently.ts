import { setTimeout as wait } from "node:timers/promises";

import { ServiceProblem } from "../client/service-client.ts";

const ATTEMPTS = 8;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_S = 60;
/** Statuses that are worth another try. */
const PASSING = new Set([429, 503]);

/** Does a step that may be done again, and waits as the service asks while it is busy. Throws what the last attempt threw. */
export async function patiently<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !PASSING.has(error.status) || attempt >= ATTEMPTS) throw error;
      await wait(error.retryAfterSeconds === null ? FIRST_WAIT_MS * 2 ** (attempt - 1) : Math.min(LONGEST_WAIT_S, error.retryAfterSeconds) * 1_000);
    }
  }
}
