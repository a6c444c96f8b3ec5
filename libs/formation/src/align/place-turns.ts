import type { AlignmentView } from "@memory-cortex/store";

import type { IncomingTurn } from "./incoming-turn.ts";
import type { Matching } from "./match-turns.ts";

/** The moments that {@link placeTurns} asks a view about: each time a turn was said, and the millisecond before. Ascending. */
export function momentsToAsk(turns: readonly IncomingTurn[]): number[] {
  const moments = new Set<number>();
  for (const { saidAt } of turns) {
    if (saidAt === null) continue;
    moments.add(saidAt - 1);
    moments.add(saidAt);
  }
  return [...moments].sort((a, b) => a - b);
}

/**
 * Gives every unmatched turn its place: right after the turn it follows in the request, else before the one it precedes, else by its
 * time, else at the end. A timed turn never lands before a stored turn said earlier nor after one said later.
 */
export function placeTurns(view: AlignmentView, turns: readonly IncomingTurn[], matching: Matching): { at: number; indexes: number[] }[] {
  const bounds = timeBounds(view, turns);
  const anchored = new Set(matching.inOrder);
  const places = new Map<number, number[]>();
  let after: number | null = null;
  for (const index of turns.keys()) {
    const position = matching.positionOf[index]!;
    if (position >= 0) {
      if (anchored.has(index)) after = position + 1;
      continue;
    }
    const at: number = withinTime(after ?? placeOfNext(index, { view, turns, matching, anchored, bounds }), bounds(index));
    after = at;
    const group = places.get(at);
    if (group) group.push(index);
    else places.set(at, [index]);
  }
  return [...places].sort(([a], [b]) => a - b).map(([at, indexes]) => ({ at, indexes: sortByTime(indexes, turns) }));
}

interface TimeBounds {
  /** After the last stored turn said before it. */
  earliest: number;
  /** Before the first stored turn said after it. */
  latest: number;
}

function timeBounds(view: AlignmentView, turns: readonly IncomingTurn[]): (index: number) => TimeBounds | null {
  const asked = new Map(momentsToAsk(turns).map((moment, at) => [moment, at]));
  return (index) => {
    const { saidAt } = turns[index]!;
    if (saidAt === null) return null;
    return { earliest: view.placeByTime[asked.get(saidAt - 1)!]!, latest: view.laterByTime[asked.get(saidAt)!]! };
  };
}

/** Where stored times contradict each other, nothing said later may stand before it. */
function withinTime(at: number, bounds: TimeBounds | null): number {
  return bounds ? Math.min(Math.max(at, bounds.earliest), bounds.latest) : at;
}

interface Surroundings {
  view: AlignmentView;
  turns: readonly IncomingTurn[];
  matching: Matching;
  anchored: ReadonlySet<number>;
  bounds: (index: number) => TimeBounds | null;
}

/** For turns with nothing before them in the request: the place of the next turn whose place is known. */
function placeOfNext(index: number, { view, turns, matching, anchored, bounds }: Surroundings): number {
  for (let next = index; next < turns.length; next += 1) {
    if (anchored.has(next)) return matching.positionOf[next]!;
  }
  for (let next = index; next < turns.length; next += 1) {
    const known = bounds(next);
    if (known) return known.latest;
  }
  return view.length;
}

/** Turns with one place: by time, each with the timeless turns that follow it; what was sent first comes first on equal times. */
function sortByTime(indexes: readonly number[], turns: readonly IncomingTurn[]): number[] {
  const blocks: { time: number; indexes: number[] }[] = [];
  for (const index of indexes) {
    const { saidAt } = turns[index]!;
    const last = blocks.at(-1);
    if (saidAt === null && last) last.indexes.push(index);
    else blocks.push({ time: saidAt ?? -Infinity, indexes: [index] });
  }
  return blocks.sort((a, b) => a.time - b.time).flatMap((block) => block.indexes);
}
