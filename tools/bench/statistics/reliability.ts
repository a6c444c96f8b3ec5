/** A claim in [0, 1] and whether it came true. */
export interface Claim {
  claimed: number;
  true: boolean;
}

export interface ReliabilityBin {
  /** [from, to), the last one with its end. */
  from: number;
  to: number;
  count: number;
  /** Mean of what was claimed, and the share that came true; 0 for an empty bin. */
  claimed: number;
  observed: number;
}

export interface Reliability {
  bins: ReliabilityBin[];
  /** Expected calibration error: |claimed − observed|, weighted by the counts. */
  error: number;
}

const BINS = 10;

/** Claims in ten equal bins against what came true (Guo et al. 2017). */
export function reliability(claims: readonly Claim[]): Reliability {
  const groups = Array.from({ length: BINS }, (): Claim[] => []);
  for (const claim of claims) groups[Math.max(0, Math.min(BINS - 1, Math.floor(claim.claimed * BINS)))]!.push(claim);
  const bins = groups.map((group, index) => ({
    from: index / BINS,
    to: (index + 1) / BINS,
    count: group.length,
    claimed: share(group.map(({ claimed }) => claimed)),
    observed: share(group.map((claim) => (claim.true ? 1 : 0))),
  }));
  const error = bins.reduce((sum, bin) => sum + (bin.count / Math.max(1, claims.length)) * Math.abs(bin.claimed - bin.observed), 0);
  return { bins, error };
}

const share = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
