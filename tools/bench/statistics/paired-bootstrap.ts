import { bootstrapInterval, mean } from "@memory-cortex/cortex/statistics";

/** The mean of paired differences with its 95 % interval; in the unit of the values. */
export interface PairedDifference {
  mean: number;
  interval: [number, number];
  /** Pairs that rose, and that fell. */
  better: number;
  worse: number;
}

const RESAMPLES = 2_000;

/**
 * Percentile bootstrap of the mean of `changed[i] - base[i]`: the pairs are resampled, so that what is hard for both cancels out.
 * `random` in [0, 1): pass a seeded one, so that the same run prints the same interval. Both lists have the same length.
 */
export function pairedBootstrap(base: readonly number[], changed: readonly number[], random: () => number): PairedDifference {
  if (base.length !== changed.length) throw new Error(`Pairs need both sides: ${base.length} and ${changed.length} values.`);
  const differences = base.map((value, index) => changed[index]! - value);
  return { mean: mean(differences), interval: bootstrapInterval(differences, { random, resamples: RESAMPLES }), better: differences.filter((value) => value > 0).length, worse: differences.filter((value) => value < 0).length };
}

/** Whether the interval leaves zero on one side. */
export const isClear = ({ interval: [low, high] }: PairedDifference): boolean => low > 0 || high < 0;
