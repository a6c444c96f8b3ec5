import type { FusedCandidate } from "./fuse.ts";

/** Reciprocal rank fusion, as usual; the graph weighs two thirds of words and meaning together (.4 and .6). */
const RRF = 60;
const OWN_WEIGHT = 0.6;
const GRAPH_WEIGHT = 0.4;

/**
 * Which candidates are ranked: the best `most` by reciprocal rank fusion of the fused score and the graph. This decides who may take part and
 * nothing else: neither order nor score in the pool comes from it. Expects candidates best first; without hits of the graph they stay as they are.
 */
export function rankedPool(candidates: readonly FusedCandidate[], graphPlaces: ReadonlyMap<string, number>, most: number): { pool: FusedCandidate[]; beyond: FusedCandidate[] } {
  if (graphPlaces.size === 0 || candidates.length <= most) return { pool: candidates.slice(0, most), beyond: candidates.slice(most) };
  const votes = candidates.map(({ ref }, place) => {
    const graphPlace = graphPlaces.get(ref.id);
    return OWN_WEIGHT / (RRF + place + 1) + (graphPlace === undefined ? 0 : GRAPH_WEIGHT / (RRF + graphPlace + 1));
  });
  const chosen = new Set(candidates.map((_, place) => place).sort((a, b) => votes[b]! - votes[a]! || a - b).slice(0, most));
  return { pool: candidates.filter((_, place) => chosen.has(place)), beyond: candidates.filter((_, place) => !chosen.has(place)) };
}
