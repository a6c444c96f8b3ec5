export interface Resampling {
  /** In [0, 1): a seeded one gives the same interval again. */
  random: () => number;
  resamples: number;
}

/** The 95 % interval of the mean by percentile bootstrap; of differences of pairs, so that what is hard for both sides cancels out. [0, 0] of no values. */
export function bootstrapInterval(values: readonly number[], { random, resamples }: Resampling): [number, number] {
  if (values.length === 0) return [0, 0];
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return [means[Math.floor(resamples * 0.025)]!, means[Math.ceil(resamples * 0.975) - 1]!];
}
