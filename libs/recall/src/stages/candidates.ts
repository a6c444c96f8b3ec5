import { DOCUMENT_KINDS } from "@memory-cortex/models";
import type { SearchRequest } from "@memory-cortex/models";

/** The best of each leg that go on to fusion. The union of the two legs' top 100 holds 94–96 % of the evidence on LoCoMo and BEAM. */
export const CANDIDATES_PER_LEG = 150;

/**
 * Only beside the best so many of a leg is it worth looking at turns that match nothing themselves: among 20,000 other turns all others, half of what the
 * words leg brought, changed recall@10 by a tenth of a point (docs/decisions/ranking.md).
 */
export const SURROUNDED_PER_LEG = 30;

/**
 * The best ranked candidates whose texts are read for scoring, whatever limit is asked for. With 40 a recall reads a third more pages; of the first
 * fifteen for LoCoMo's questions that finds nothing more with vectors, and .2 points of recall@10 by words alone.
 */
export const LEAST_SCORED = 30;

/** How many of the best fused candidates are ranked; the gold turns that fusion finds at all are among them. */
export const RANKED = 100;

const SCORED_PER_ASKED = 2;

/** How many are read and scored. */
export const mostScored = ({ limit }: SearchRequest): number => Math.max(LEAST_SCORED, limit * SCORED_PER_ASKED);

/** How many fused candidates can still come into the answer. When a request wants some of them only, that is told after ranking: then all. */
export function mostNeeded(request: SearchRequest): number {
  const wantsAll = DOCUMENT_KINDS.every((kind) => request.kinds.includes(kind)) && request.exclude_session_ids.length === 0 && request.exclude_ids.length === 0;
  return wantsAll ? Math.max(RANKED, mostScored(request)) : Infinity;
}
