import { bestChain } from "./best-chain.ts";
import { isEvidence } from "./evidence.ts";
import { longestCommon } from "./longest-common.ts";
import type { Pairing } from "./pairing.ts";
import { findRuns } from "./runs.ts";
import type { Region, Run } from "./runs.ts";

/** Largest product of sides for which turns between two pairs are compared one by one. */
const SMALL_REGION = 250_000;

/**
 * Pairs turns by equal content inside a region: first the runs that are evidence by themselves, then, between and beside what is
 * sure by then, whatever still fits. Returns the paired incoming indexes, ascending.
 */
export function pairByContent(pairing: Pairing, region: Region, isWindow: boolean): number[] {
  if (isEmpty(region)) return [];
  if (region.anchoredBefore && region.anchoredAfter) return pairRest(pairing, region);
  const runs = findRuns(pairing, region).filter((run) => isEvidence(run, { pairing, region, isWindow }));
  const chain = bestChain(runs, { pairing, region, above: -Infinity });
  if (chain.length === 0) return region.anchoredBefore || region.anchoredAfter ? pairRest(pairing, region) : [];
  const paired = pairRuns(pairing, chain);
  for (const rest of regionsAround(chain, region)) paired.push(...pairRest(pairing, rest));
  return paired.sort((a, b) => a - b);
}

/** Beside a sure pair, equal content needs no further evidence, as long as it does not deny more stored turns than it explains. */
function pairRest(pairing: Pairing, region: Region): number[] {
  if (isEmpty(region)) return [];
  const size = (region.toPosition - region.fromPosition) * (region.toIndex - region.fromIndex);
  if (size <= SMALL_REGION && region.anchoredBefore && region.anchoredAfter) return pairRuns(pairing, longestCommon(pairing, region));
  const runs = findRuns(pairing, region);
  return pairRuns(pairing, bestChain(runs, { pairing, region, above: 0 }));
}

const isEmpty = (region: Region): boolean => region.fromPosition >= region.toPosition || region.fromIndex >= region.toIndex;

function pairRuns(pairing: Pairing, runs: readonly Run[]): number[] {
  const paired: number[] = [];
  for (const { position, index, length } of runs) {
    for (let offset = 0; offset < length; offset += 1) {
      pairing.pair(position + offset, index + offset);
      paired.push(index + offset);
    }
  }
  return paired;
}

/** What lies before, between and after the runs of a chain. */
export function regionsAround(chain: readonly Run[], region: Region): Region[] {
  const regions: Region[] = [];
  let fromPosition = region.fromPosition;
  let fromIndex = region.fromIndex;
  let anchoredBefore = region.anchoredBefore;
  for (const run of chain) {
    regions.push({ fromPosition, fromIndex, anchoredBefore, toPosition: run.position, toIndex: run.index, anchoredAfter: true });
    fromPosition = run.position + run.length;
    fromIndex = run.index + run.length;
    anchoredBefore = true;
  }
  regions.push({ ...region, fromPosition, fromIndex, anchoredBefore });
  return regions;
}
