import type { Weighting } from "@memory-cortex/models";

/** Constant of smooth inverse frequency weighting (Arora et al. 2017): a token of this share weighs a half. */
const SMOOTHING = 0.001;
/** The background counts as much as a realm of so many tokens, which steadies a small realm. */
export const BACKGROUND_TOKENS = 10_000;

/** Weight of every token in a realm, in (0, 1]: .001 / (.001 + share), the share mixed with the background. */
export function tokenWeights(weighting: Weighting, background: Float64Array): Float64Array {
  const total = weighting.total + BACKGROUND_TOKENS;
  const shares = background.map((share) => (share * BACKGROUND_TOKENS) / total);
  weighting.ids.forEach((id, index) => {
    if (id < shares.length) shares[id]! += weighting.counts[index]! / total;
  });
  return shares.map((share) => SMOOTHING / (SMOOTHING + share));
}
