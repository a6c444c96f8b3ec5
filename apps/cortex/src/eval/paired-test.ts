import { bootstrapInterval } from "./bootstrap-interval.ts";
import { mean } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

/** What the differences of two configurations, question by question, say. */
export interface PairedTest {
  /** Mean of the differences. */
  difference: number;
  /** 95 % bootstrap interval of it. */
  interval: [number, number];
  /** Two-sided: how often chance alone would give a difference as large, had both been equal. */
  p: number;
  wins: number;
  losses: number;
  ties: number;
}

const RESAMPLES = 10_000;
const SEED = 20_251_122;
/** Differences below this are rounding. */
const TINY = 1e-9;

/**
 * Paired bootstrap interval (percentile) and randomisation test (signs swapped at random) over per-question differences, as Smucker,
 * Allan and Carterette (2007) recommend for retrieval. Seeded: the same differences give the same figures.
 */
export function pairedTest(differences: readonly number[]): PairedTest {
  const random = seededRandom(SEED);
  const wins = differences.filter((difference) => difference > TINY).length;
  const losses = differences.filter((difference) => difference < -TINY).length;
  return { difference: mean(differences), interval: bootstrapInterval(differences, { random, resamples: RESAMPLES }), p: randomisation(differences, random), wins, losses, ties: differences.length - wins - losses };
}

function randomisation(differences: readonly number[], random: () => number): number {
  const moved = differences.filter((difference) => Math.abs(difference) > TINY);
  if (moved.length === 0) return 1;
  const seen = Math.abs(moved.reduce((sum, value) => sum + value, 0));
  let asLarge = 0;
  for (let round = 0; round < RESAMPLES; round += 1) {
    const sum = moved.reduce((total, value) => total + (random() < 0.5 ? value : -value), 0);
    if (Math.abs(sum) >= seen - TINY) asLarge += 1;
  }
  return (asLarge + 1) / (RESAMPLES + 1);
}
