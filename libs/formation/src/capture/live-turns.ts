import type { Turn } from "@memory-cortex/models";

/**
 * A request of so few new turns without times tells what is being said now, so "Friday" is reckoned from its arrival. More of them are
 * somebody's old export or a history sent for the first time: only dates with their year count there.
 */
export const MAX_LIVE_TURNS = 8;

/** Whether the time of a turn is when it was said, judged among the turns that are at hand. */
export function liveTurns(turns: readonly Turn[]): (turn: Turn) => boolean {
  const arrivedWith = Map.groupBy(turns, ({ createdAt }) => createdAt);
  return (turn) => turn.timed || (arrivedWith.get(turn.createdAt)?.length ?? 0) <= MAX_LIVE_TURNS;
}
