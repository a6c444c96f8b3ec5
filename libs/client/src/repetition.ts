import type { CortexClientError } from "./client-error.ts";
import type { RouteLine } from "./routes.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** Statuses after which it is not known what became of the request. */
const UNCERTAIN = new Set([502, 503, 504]);

export interface Repeatable {
  again: RouteLine["again"];
  isKeyed: boolean;
}

/**
 * Whether a request may be sent again: always when the service surely did nothing (refused, or held back by the rate limit), else only when
 * it changes nothing or is done once by its key.
 */
export function mayRepeat(error: CortexClientError, { again, isKeyed }: Repeatable): boolean {
  if (!error.retryable) return false;
  if (error.code === "not_running" || error.status === 429) return true;
  if (again !== "reads" && !isKeyed) return false;
  return error.code === "connection_lost" || error.code === "idempotency_in_flight" || UNCERTAIN.has(error.status);
}

/** Milliseconds before the next attempt: doubling, spread so that many clients do not come back at once, and never before `Retry-After`. */
export function waitBefore(sent: number, { retryAfterSeconds }: CortexClientError, random: () => number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** sent) * (0.5 + random() / 2);
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}
