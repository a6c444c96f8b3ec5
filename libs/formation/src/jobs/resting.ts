import type { Clock } from "@memory-cortex/models";

const FIRST_REST_MS = 3_600_000;
const LONGEST_REST_MS = 7 * 86_400_000;
const MOST_KEPT = 10_000;

export interface Resting {
  /** From now on the key rests: an hour, then twice as long each time, a week at most. */
  rest(key: string): void;
  isResting(key: string): boolean;
  /** It worked: a later failure starts with an hour again. */
  wake(key: string): void;
}

/** What failed for reasons of its own and should not be paid for again soon. Forgets with the process, and the oldest when there are many. */
export function createResting(clock: Clock): Resting {
  const kept = new Map<string, { until: number; times: number }>();
  return {
    rest(key) {
      const times = (kept.get(key)?.times ?? 0) + 1;
      kept.delete(key);
      kept.set(key, { times, until: clock.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (times - 1)) });
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    },
    isResting: (key) => (kept.get(key)?.until ?? 0) > clock.now(),
    wake: (key) => void kept.delete(key),
  };
}
