import { longestOverlap } from "./longest-overlap.ts";
import type { Pairing } from "./pairing.ts";

/** A rectangle of stored positions [fromPosition, toPosition) and incoming indexes [fromIndex, toIndex) between two anchors. */
export interface Region {
  fromPosition: number;
  toPosition: number;
  fromIndex: number;
  toIndex: number;
  /** Whether a sure pair stands right before / right after it. */
  anchoredBefore: boolean;
  anchoredAfter: boolean;
}

/** Turns that are equal and consecutive on both sides. */
export interface Run {
  position: number;
  index: number;
  length: number;
}

/** Pairs looked at in one region. Texts that repeat on both sides cost the product of their counts; the rarest come first. */
const PAIR_BUDGET = 200_000;
const PAIRS_OF_ONE_TEXT = 20_000;

/**
 * All longest runs of a region that hold at least one turn whose text is not too frequent to look at, and in any case those that
 * join the two sides at their edges: the same beginning, the same end, the request going on where the stored turns end, and the
 * other way round. Linear in the number of pairs looked at.
 */
export function findRuns(pairing: Pairing, region: Region): Run[] {
  const walker = createWalker(pairing, region);
  const positions = positionsInside(pairing, region);
  const { seeds, complete } = affordableSeeds(positions, region);
  for (const index of seeds) {
    for (const position of positions[index - region.fromIndex]!) walker.visit(position, index);
  }
  if (complete) return walker.runs;
  const known = (run: Run): boolean => walker.runs.some(({ position, index }) => position === run.position && index === run.index);
  return [...walker.runs, ...edgeRuns(pairing, region).filter((run) => !known(run))];
}

interface Walker {
  runs: Run[];
  /** Finds the run that the pair belongs to. Indexes are visited in ascending order, so a run is met at its first seed. */
  visit(position: number, index: number): void;
}

function createWalker(pairing: Pairing, region: Region): Walker {
  const seenUntil = new Map<number, number>();
  const runs: Run[] = [];
  return {
    runs,
    visit(position, index) {
      const diagonal = position - index;
      if (index < (seenUntil.get(diagonal) ?? 0)) return;
      const run = runThrough(pairing, region, { position, index });
      if (!run) return;
      seenUntil.set(diagonal, run.index + run.length);
      runs.push(run);
    },
  };
}

function runThrough(pairing: Pairing, region: Region, { position, index }: { position: number; index: number }): Run | null {
  if (!pairing.mayPair(position, index)) return null;
  const diagonal = position - index;
  let first = index;
  while (first > region.fromIndex && first + diagonal > region.fromPosition && pairing.mayPair(first - 1 + diagonal, first - 1)) first -= 1;
  let end = index + 1;
  while (end < region.toIndex && end + diagonal < region.toPosition && pairing.mayPair(end + diagonal, end)) end += 1;
  return { position: first + diagonal, index: first, length: end - first };
}

function positionsInside(pairing: Pairing, { fromPosition, toPosition, fromIndex, toIndex }: Region): (readonly number[])[] {
  const inside: (readonly number[])[] = [];
  const slices = new Map<readonly number[], readonly number[]>();
  for (let index = fromIndex; index < toIndex; index += 1) {
    const like = pairing.isFree(index) ? pairing.positionsLike(index) : [];
    const part = slices.get(like) ?? slice(like, fromPosition, toPosition);
    slices.set(like, part);
    inside.push(part);
  }
  return inside;
}

function slice(ascending: readonly number[], from: number, to: number): readonly number[] {
  const first = lowerBound(ascending, from);
  return ascending.slice(first, lowerBound(ascending, to));
}

function lowerBound(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function affordableSeeds(positions: readonly (readonly number[])[], region: Region): { seeds: number[]; complete: boolean } {
  const timesIncoming = new Map<readonly number[], number>();
  for (const like of positions) timesIncoming.set(like, (timesIncoming.get(like) ?? 0) + 1);
  const wanted = [...positions.keys()].filter((offset) => positions[offset]!.length > 0);
  const cheapest = wanted
    .filter((offset) => positions[offset]!.length * timesIncoming.get(positions[offset]!)! <= PAIRS_OF_ONE_TEXT)
    .sort((a, b) => positions[a]!.length - positions[b]!.length);
  const seeds: number[] = [];
  let pairs = 0;
  for (const offset of cheapest) {
    pairs += positions[offset]!.length;
    if (pairs > PAIR_BUDGET) break;
    seeds.push(offset + region.fromIndex);
  }
  return { seeds: seeds.sort((a, b) => a - b), complete: seeds.length === wanted.length };
}

function edgeRuns(pairing: Pairing, region: Region): Run[] {
  const { fromPosition, toPosition, fromIndex, toIndex } = region;
  const { stored, incoming } = contentNumbers(pairing, region);
  const goesOn = longestOverlap(stored, incoming);
  const cameBefore = longestOverlap(incoming, stored);
  const corners = [
    { position: fromPosition, index: fromIndex },
    { position: toPosition - 1, index: toIndex - 1 },
    { position: toPosition - Math.max(goesOn, 1), index: fromIndex },
    { position: fromPosition, index: toIndex - Math.max(cameBefore, 1) },
  ];
  return corners.map((corner) => runThrough(pairing, region, corner)).filter((run) => run !== null);
}

/** Equal numbers for equal content; what has no partner on the other side gets a number that is not there. */
function contentNumbers(pairing: Pairing, { fromPosition, fromIndex, toIndex, toPosition }: Region): { stored: Int32Array; incoming: Int32Array } {
  const groups = new Map<readonly number[], number>();
  const stored = new Int32Array(toPosition - fromPosition).fill(-1);
  const incoming = new Int32Array(toIndex - fromIndex).fill(-2);
  for (let index = fromIndex; index < toIndex; index += 1) {
    const like = pairing.positionsLike(index);
    if (like.length === 0 || !pairing.isFree(index)) continue;
    const known = groups.get(like);
    incoming[index - fromIndex] = known ?? groups.size;
    if (known !== undefined) continue;
    for (const position of slice(like, fromPosition, toPosition)) stored[position - fromPosition] = groups.size;
    groups.set(like, groups.size);
  }
  return { stored, incoming };
}
