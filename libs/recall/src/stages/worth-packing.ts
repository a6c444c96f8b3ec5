import { chanceOfRelevance } from "@memory-cortex/scoring";

import type { RankedCandidate } from "./rank.ts";

/**
 * Less likely than this to be evidence, an item only fills the prompt. It takes half of the lines from answers to questions that memory
 * holds nothing on, and with them 2 in 100 of the gold turns among the first fifteen on LoCoMo, none on BEAM.
 */
export const LEAST_PACKED_CHANCE = 0.003;

/** What the linear ranker did not judge (presets with a fusion of their own) is packed as it comes. */
export const isWorthPacking = ({ ranking, relevance }: Pick<RankedCandidate, "ranking" | "relevance">): boolean =>
  ranking === null || chanceOfRelevance(relevance) >= LEAST_PACKED_CHANCE;
