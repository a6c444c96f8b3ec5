/** Words at which a turn counts as long: from here on it borrows less and less from its neighbours. */
const LONG_TURN_WORDS = 60;

/**
 * How much a turn may borrow from the turns beside it: 1 up to about 60 words, then falling with the square of its length.
 * A short answer ("Yes, on Friday") needs its question; a long one speaks for itself. Measured on LoCoMo and BEAM.
 */
export function damping(words: number): number {
  return Math.min(1, (LONG_TURN_WORDS / (words + 1)) ** 2);
}
