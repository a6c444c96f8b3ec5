import { BLOCK_RIDS, MAX_COUNT, PostingList } from "./posting-list.ts";
import type { UserDatabase } from "./user-database.ts";
import { addWords, removeWord } from "./word-lists.ts";

/** Blocks that may be due: readers keep the terms of documents behind the last block in memory. */
const MOST_WAITING = 3;
/** Documents read at once. */
const PAGE = 512;
const BYTES_EACH = Uint16Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;
/** Stands for the block itself, so that one of which everything was erased is known too. No term is empty. */
const MARK = "";

/** How often each term stands in the indexed text of a document. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of text.split(" ")) if (term !== "") counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The first rid that is in no block yet. */
export function blocksEnd(database: UserDatabase): number {
  return ((database.value<number | null>("SELECT max(block) FROM term_block") ?? -1) + 1) * BLOCK_RIDS;
}

/** Documents with their terms from a rid on, page by page. */
export function* termsFrom(database: UserDatabase, from: number, before: number): Generator<[rid: number, terms: string][]> {
  for (let last = from - 1; ; ) {
    const page: [number, string][] = database.tuples(`SELECT rid, terms FROM document WHERE rid > @last AND rid < @before ORDER BY rid LIMIT ${PAGE}`, { last, before });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)![0];
  }
}

/** Whether blocks must be made at once: otherwise background work does it, so that an acknowledgement does not wait for it. */
export function isFarBehind(database: UserDatabase): boolean {
  return (database.value<number>("SELECT max(rid) FROM document") ?? 0) >= blocksEnd(database) + MOST_WAITING * BLOCK_RIDS;
}

/** Makes the blocks that are full, so many at most; each takes about 150 ms. */
export function makeTermBlocks(database: UserDatabase, most: number): void {
  const newest = database.value<number>("SELECT max(rid) FROM document") ?? 0;
  let start = blocksEnd(database);
  for (let made = 0; made < most && newest >= start + BLOCK_RIDS; made += 1) {
    makeBlock(database, start);
    start += BLOCK_RIDS;
  }
}

type Entry = readonly [low: number, count: number];

/** What each term of the documents from `start` on comes to in their block. */
function countBlock(database: UserDatabase, start: number): Map<string, Entry[]> {
  const postings = new Map<string, Entry[]>();
  for (const page of termsFrom(database, start, start + BLOCK_RIDS)) {
    for (const [rid, terms] of page) {
      for (const [term, count] of countTerms(terms)) {
        const known = postings.get(term);
        if (known === undefined) postings.set(term, [[rid - start, count]]);
        else known.push([rid - start, count]);
      }
    }
  }
  return postings;
}

function makeBlock(database: UserDatabase, start: number): void {
  const postings = countBlock(database, start);
  const terms = [...postings.keys()].sort();
  const block = start / BLOCK_RIDS;
  save(database, { term: MARK, block, entries: [] });
  for (const term of terms) save(database, { term, block, entries: postings.get(term)! });
  addWords(database, terms);
}

function bytesOf(entries: readonly Entry[]): Buffer {
  const postings = Buffer.alloc(entries.length * BYTES_EACH);
  entries.forEach(([low, count], index) => {
    postings.writeUInt16LE(low, index * 2);
    postings[entries.length * 2 + index] = Math.min(count, MAX_COUNT);
  });
  return postings;
}

function save(database: UserDatabase, { term, block, entries }: { term: string; block: number; entries: readonly Entry[] }): void {
  database.run("INSERT OR REPLACE INTO term_block (block, term, postings) VALUES (@block, @term, @postings)", { block, term, postings: bytesOf(entries) });
}

/** Blocks that are not what their documents make of them. Reads every document. */
export function damagedBlocks(database: UserDatabase): number {
  let damaged = 0;
  for (let start = 0; start < blocksEnd(database); start += BLOCK_RIDS) {
    const postings = countBlock(database, start);
    const rows: [string, Buffer][] = database.tuples("SELECT term, postings FROM term_block WHERE block = @block AND term <> ''", { block: start / BLOCK_RIDS });
    const sound = rows.length === postings.size && rows.every(([term, stored]) => stored.equals(bytesOf(postings.get(term) ?? [])));
    if (!sound) damaged += 1;
  }
  return damaged;
}

function entriesOf(postings: Buffer): Entry[] {
  const count = postings.length / BYTES_EACH;
  return Array.from({ length: count }, (_, index) => [postings.readUInt16LE(index * 2), postings[count * 2 + index]!]);
}

/** Views, unless the numbers lie at an odd place. */
function splitBlock(postings: Buffer): Pick<PostingList, "lows" | "counts"> {
  const count = postings.length / BYTES_EACH;
  const { buffer, byteOffset } = postings.byteOffset % 2 === 0 ? postings : Uint8Array.from(postings);
  return { lows: new Uint16Array(buffer, byteOffset, count), counts: new Uint8Array(buffer, byteOffset + count * 2, count) };
}

/** One short read for each block that holds the term: about 8 µs. */
function blocksOf(database: UserDatabase, term: string): [block: number, postings: Buffer][] {
  return database.tuples("SELECT block, postings FROM term_block INDEXED BY term_block_term WHERE term = @term ORDER BY block", { term });
}

/** What the blocks hold of a term. */
export function readBlocks(database: UserDatabase, term: string): PostingList {
  const rows = blocksOf(database, term);
  const list = new PostingList(rows.reduce((sum, [, postings]) => sum + postings.length / BYTES_EACH, 0));
  for (const [block, postings] of rows) if (postings.length > 0) list.appendBlock(block, splitBlock(postings));
  return list;
}

export interface ErasedTerms {
  rid: number;
  /** As they are indexed. */
  terms: string;
}

/** Takes erased documents out of their blocks: of what is forgotten no trace may stay. A list of postings is written once, however many leave it. */
export function eraseFromBlocks(database: UserDatabase, erased: readonly ErasedTerms[]): void {
  for (const [block, documents] of Map.groupBy(erased, ({ rid }) => Math.floor(rid / BLOCK_RIDS))) {
    const leaving = new Map<string, Set<number>>();
    for (const { rid, terms } of documents) {
      for (const term of countTerms(terms).keys()) {
        const lows = leaving.get(term) ?? new Set();
        leaving.set(term, lows.add(rid % BLOCK_RIDS));
      }
    }
    for (const [term, lows] of leaving) erasePostings(database, { block, term, lows });
  }
}

function erasePostings(database: UserDatabase, { block, term, lows }: { block: number; term: string; lows: ReadonlySet<number> }): void {
  const postings = database.value<Buffer>("SELECT postings FROM term_block WHERE block = @block AND term = @term", { block, term });
  if (postings === undefined) return;
  const entries = entriesOf(postings).filter(([low]) => !lows.has(low));
  if (entries.length > 0) {
    save(database, { term, block, entries });
    return;
  }
  database.run("DELETE FROM term_block WHERE block = @block AND term = @term", { block, term });
  if (blocksOf(database, term).length === 0) removeWord(database, term);
}
