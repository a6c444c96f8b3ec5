const LONGEST_MS = 300_000;

/** Wait before the next attempt, milliseconds: doubles with each failure, at most five minutes, times .5 to 1.5 so that failures do not march in step. */
export function retryDelay({ backoffMs, failures, random }: { backoffMs: number; failures: number; random: () => number }): number {
  return Math.round(Math.min(LONGEST_MS, backoffMs * 2 ** (failures - 1)) * (0.5 + random()));
}
