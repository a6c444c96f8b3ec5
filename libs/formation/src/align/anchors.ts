import type { AlignmentView, StoredMatch } from "@memory-cortex/store";

import type { IncomingTurn } from "./incoming-turn.ts";
import type { Pairing } from "./pairing.ts";

/**
 * Pairs the turns that are surely the same: same content and same id, or same content and same time where an id is missing on
 * either side. Each stored turn is used once, earlier ones first. Returns the incoming indexes whose pairs stand in the same order
 * on both sides; pairs out of that order are known turns too, but say nothing about places.
 */
export function pairAnchors(view: AlignmentView, turns: readonly IncomingTurn[], pairing: Pairing): number[] {
  const byId = queues(view.matches, ({ externalId, contentHash }) => (externalId === null ? null : keyOf(externalId, contentHash)));
  const byTime = queues(view.matches, ({ saidAt, contentHash }) => (saidAt === null ? null : keyOf(saidAt, contentHash)));
  const used = new Set<number>();
  const pairFirst = (queue: StoredMatch[] | undefined, index: number, accept: (stored: StoredMatch) => boolean): void => {
    while (queue?.[0] && used.has(queue[0].position)) queue.shift();
    const stored = queue?.find((candidate) => !used.has(candidate.position) && accept(candidate));
    if (!stored) return;
    used.add(stored.position);
    pairing.pair(stored.position, index);
  };
  for (const [index, turn] of turns.entries()) {
    if (turn.externalId !== null) pairFirst(byId.get(keyOf(turn.externalId, turn.contentHash)), index, () => true);
  }
  for (const [index, turn] of turns.entries()) {
    if (turn.saidAt === null || !pairing.isFree(index)) continue;
    const idMissing = (stored: StoredMatch): boolean => stored.externalId === null || turn.externalId === null;
    pairFirst(byTime.get(keyOf(turn.saidAt, turn.contentHash)), index, idMissing);
  }
  const paired = [...turns.keys()].filter((index) => !pairing.isFree(index));
  return longestIncreasing(paired, (index) => pairing.positionOf[index]!);
}

const keyOf = (mark: string | number, contentHash: string): string => `${contentHash}\0${mark}`;

function queues(matches: readonly StoredMatch[], key: (match: StoredMatch) => string | null): Map<string, StoredMatch[]> {
  const found = new Map<string, StoredMatch[]>();
  for (const match of matches) {
    const name = key(match);
    if (name === null) continue;
    const queue = found.get(name);
    if (queue) queue.push(match);
    else found.set(name, [match]);
  }
  return found;
}

/** The longest subsequence whose values increase strictly (patience sorting, O(n log n)). */
export function longestIncreasing<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item[] {
  const tails: number[] = [];
  const previous = new Int32Array(items.length).fill(-1);
  for (const [index, item] of items.entries()) {
    const value = valueOf(item);
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueOf(items[tails[middle]!]!) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const chain: Item[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) chain.push(items[index]!);
  return chain.reverse();
}
