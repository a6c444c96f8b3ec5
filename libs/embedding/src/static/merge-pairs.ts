import { MergeHeap } from "./merge-heap.ts";
import type { PairRanks } from "./pair-ranks.ts";

const NONE = -1;
const GONE = -1;

/**
 * Byte-pair encoding of one piece: joins neighbouring tokens, lowest rank first and leftmost among equals, until nothing joins.
 * Costs n log n for n tokens, so that a page without a space does not stop the process.
 */
export function mergePairs(start: readonly number[], ranks: PairRanks): number[] {
  const tokens = start.slice();
  const next: number[] = [];
  const previous: number[] = [];
  for (let place = 0; place < tokens.length; place += 1) {
    next.push(place + 1 < tokens.length ? place + 1 : NONE);
    previous.push(place - 1);
  }
  const heap = new MergeHeap();
  const offer = (place: number): void => {
    const right = place === NONE ? NONE : next[place]!;
    if (right === NONE) return;
    const rank = ranks.rank(tokens[place]!, tokens[right]!);
    if (rank >= 0) heap.push(rank, place);
  };
  for (let place = 0; place < tokens.length - 1; place += 1) offer(place);
  for (let best = heap.pop(); best !== null; best = heap.pop()) {
    const { rank, place } = best;
    const right = next[place]!;
    if (tokens[place] === GONE || right === NONE) continue;
    // Stale once one of its two tokens has joined something else, unless the two still make the same token (as the reference has it).
    const current = ranks.rank(tokens[place]!, tokens[right]!);
    if (current < 0 || ranks.joined(current) !== ranks.joined(rank)) continue;
    tokens[place] = ranks.joined(rank);
    tokens[right] = GONE;
    const after = next[right]!;
    next[place] = after;
    if (after !== NONE) previous[after] = place;
    offer(previous[place]!);
    offer(place);
  }
  return tokens.filter((token) => token !== GONE);
}
