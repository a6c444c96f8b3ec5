import type { Admits } from "./admits.ts";
import { BestDocuments } from "./best-documents.ts";
import { K1, saturation } from "./bm25.ts";
import { BLOCK_RIDS } from "./posting-list.ts";
import type { PostingList } from "./posting-list.ts";

export interface QueryTerm {
  weight: number;
  postings: PostingList;
}

export interface BestQuery {
  terms: readonly QueryTerm[];
  /** Terms of each document, by rid. */
  lengths: Uint32Array;
  averageLength: number;
  admitted: Admits;
  limit: number;
}

/** Looking a term up in a document costs as much as adding so many of its postings. */
const LOOK_UP_COST = 8;
/** Sums in another order differ in their last digits. */
const ROUNDING = 1e-9;
/** Shares of usual counts and lengths are worked out once for a search. */
const TABLE_COUNTS = 8;
const LENGTH_BITS = 9;
const TABLE_LENGTHS = 2 ** LENGTH_BITS;

/** Of one block: small enough for the nearest cache. Zero between searches. */
const sums = new Float64Array(BLOCK_RIDS);
const touched = new Uint16Array(BLOCK_RIDS);
const table = new Float64Array(TABLE_COUNTS * TABLE_LENGTHS);
let tabulatedFor = -1;

function tabulate(averageLength: number): void {
  if (averageLength === tabulatedFor) return;
  for (let count = 0; count < TABLE_COUNTS; count += 1) {
    for (let length = 0; length < TABLE_LENGTHS; length += 1) table[(count << LENGTH_BITS) | length] = saturation(count, length, averageLength);
  }
  tabulatedFor = averageLength;
}

function shareOf(count: number, length: number, averageLength: number): number {
  return count < TABLE_COUNTS && length < TABLE_LENGTHS ? table[(count << LENGTH_BITS) | length]! : saturation(count, length, averageLength);
}

/** Adds a term's scores to all documents of a block that hold it. Gives how many documents have any. */
function addToAll({ lengths, averageLength }: BestQuery, { weight, postings }: QueryTerm, block: number, size: number): number {
  const { lows, counts } = postings;
  const base = block * BLOCK_RIDS;
  const end = postings.startOf(block + 1);
  for (let index = postings.startOf(block); index < end; index += 1) {
    const low = lows[index]!;
    const before = sums[low]!;
    if (before === 0) {
      touched[size] = low;
      size += 1;
    }
    sums[low] = before + weight * shareOf(counts[index]!, lengths[base + low]!, averageLength);
  }
  return size;
}

/** Adds a term's scores to the documents that have some already. */
function addToTouched({ lengths, averageLength }: BestQuery, { weight, postings }: QueryTerm, block: number, size: number): void {
  const { lows, counts } = postings;
  const base = block * BLOCK_RIDS;
  const [start, end] = [postings.startOf(block), postings.startOf(block + 1)];
  if (size * LOOK_UP_COST < end - start) {
    for (let place = 0; place < size; place += 1) {
      const low = touched[place]!;
      const count = postings.countIn(base + low);
      if (count > 0) sums[low]! += weight * shareOf(count, lengths[base + low]!, averageLength);
    }
    return;
  }
  for (let index = start; index < end; index += 1) {
    const low = lows[index]!;
    if (sums[low]! > 0) sums[low]! += weight * shareOf(counts[index]!, lengths[base + low]!, averageLength);
  }
}

/** Lets go of the documents below a sum. Gives how many are left. */
function keepFrom(floor: number, size: number): number {
  let kept = 0;
  for (let place = 0; place < size; place += 1) {
    const low = touched[place]!;
    if (sums[low]! >= floor) {
      touched[kept] = low;
      kept += 1;
    } else sums[low] = 0;
  }
  return kept;
}

/** What the terms from each place on can add to a document at most. */
function mostFrom(terms: readonly QueryTerm[]): number[] {
  const most = terms.map(() => 0);
  let sum = 0;
  for (let place = terms.length - 1; place >= 0; place -= 1) {
    sum += terms[place]!.weight * (K1 + 1);
    most[place] = sum * (1 + ROUNDING);
  }
  return most;
}

function scoreBlock(query: BestQuery, block: number, { most, best }: { most: readonly number[]; best: BestDocuments }): void {
  const { terms } = query;
  let size = 0;
  let place = 0;
  for (; place < terms.length && most[place]! >= best.floor; place += 1) size = addToAll(query, terms[place]!, block, size);
  for (; place < terms.length && size > 0; place += 1) {
    size = keepFrom(best.floor - most[place]!, size);
    addToTouched(query, terms[place]!, block, size);
  }
  for (let index = 0; index < size; index += 1) {
    const low = touched[index]!;
    const [rid, score] = [block * BLOCK_RIDS + low, sums[low]!];
    sums[low] = 0;
    if (score >= best.floor && best.takes(rid, score) && query.admitted(rid)) best.add(rid, score);
  }
}

const rarestFirst = (terms: readonly QueryTerm[]): QueryTerm[] => terms.filter(({ postings }) => postings.length > 0).sort((a, b) => a.postings.length - b.postings.length);

/**
 * The documents of the best sums over the terms, best first, older first among equals. Block by block, in each the rarest term first.
 * Frequent words are what costs: once the best so far have more than all words still to come can add, a document that has only these
 * cannot get among them, and they are looked up in the few that still can. Nothing is lost.
 */
export function bestByTerms(query: BestQuery): number[] {
  const terms = rarestFirst(query.terms);
  const best = new BestDocuments(query.limit);
  const most = mostFrom(terms);
  const blocks = Math.max(0, ...terms.map(({ postings }) => postings.blocks));
  tabulate(query.averageLength);
  for (let block = 0; block < blocks; block += 1) scoreBlock({ ...query, terms }, block, { most, best });
  return best.rids();
}
