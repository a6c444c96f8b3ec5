import { isHashPrefix } from "@memory-cortex/text";
import { LRUCache } from "lru-cache";

import { MAX_COUNT } from "./posting-list.ts";
import type { PostingList } from "./posting-list.ts";
import { blocksEnd, countTerms, readBlocks, termsFrom } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";
import { wordListOf } from "./word-lists.ts";
import type { WordListKey } from "./word-lists.ts";

/** For each user, bytes, about twenty million postings; beyond it the terms not asked for the longest are read again. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What an entry costs besides its arrays. */
const ENTRY_BYTES = 200;
/** Rid and count as one number. */
const PACKED = MAX_COUNT + 1;

/**
 * Postings of the terms asked for lately, put together from the blocks in the file and from the documents behind them, whose terms are all
 * kept here. Documents never change their terms and rids are never used again, so what was read stays true while documents are only added:
 * their terms are appended. When one was erased all is dropped.
 */
export class PostingCache {
  readonly #database: UserDatabase;
  readonly #lists = new LRUCache<string, PostingList>({ maxSize: MAX_BYTES, sizeCalculation: (list) => list.bytes + ENTRY_BYTES });
  /** Of documents behind the last block, by term. */
  readonly #tail = new Map<string, number[]>();
  readonly #tailWords = new Map<string, string[]>();
  readonly #tailHashes: string[] = [];
  #tailEntries = 0;
  #tailStart = 0;
  #last = -1;
  #erasures = 0;
  #version = "";

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  get bytes(): number {
    return this.#lists.calculatedSize + this.#tail.size * ENTRY_BYTES + this.#tailEntries * 8;
  }

  /** The first rid that was in no block when all was brought up to date. */
  get blocksEnd(): number {
    return this.#tailStart;
  }

  /** Words of the documents behind the blocks, as `word-lists.ts` groups them. */
  tailWords({ letter, length }: WordListKey): readonly string[] {
    return this.#tailWords.get(`${letter}${length}`) ?? [];
  }

  get tailHashes(): readonly string[] {
    return this.#tailHashes;
  }

  /** Brings everything up to the current transaction; called before each use. `erasures` so far. Throws what `database.slice` throws; what was read is kept. */
  catchUp(erasures: number): void {
    const { version } = this.#database;
    if (version === this.#version && erasures === this.#erasures) return;
    const start = blocksEnd(this.#database);
    if (erasures !== this.#erasures) this.clear();
    if (start !== this.#tailStart) {
      // Blocks may hold documents that the lists have not seen.
      if (this.#last < start - 1) this.#lists.clear();
      this.#moveTail(start);
    }
    this.#erasures = erasures;
    for (const page of termsFrom(this.#database, this.#last + 1, Number.MAX_SAFE_INTEGER)) {
      for (const [rid, terms] of page) this.#append(rid, terms);
      this.#last = page.at(-1)![0];
      this.#database.slice.check();
    }
    this.#version = version;
  }

  /** All postings of a term; empty when it stands nowhere. */
  read(term: string): PostingList {
    const kept = this.#lists.get(term);
    if (kept !== undefined) return kept;
    const list = readBlocks(this.#database, term);
    for (const packed of this.#tail.get(term) ?? []) list.append(Math.floor(packed / PACKED), packed % PACKED);
    if (list.length > 0) this.#lists.set(term, list);
    return list;
  }

  clear(): void {
    this.#version = "";
    this.#lists.clear();
    this.#moveTail(0);
  }

  /** Documents before `start` are in blocks; those behind are read again, which appends nothing twice. */
  #moveTail(start: number): void {
    this.#tail.clear();
    this.#tailWords.clear();
    this.#tailHashes.length = 0;
    this.#tailEntries = 0;
    this.#tailStart = start;
    this.#last = start - 1;
  }

  #append(rid: number, terms: string): void {
    for (const [term, count] of countTerms(terms)) {
      const tail = this.#tail.get(term);
      const packed = rid * PACKED + Math.min(count, MAX_COUNT);
      if (tail === undefined) this.#begin(term, packed);
      else tail.push(packed);
      this.#tailEntries += 1;
      const list = this.#lists.peek(term);
      if (list === undefined || rid <= list.last) continue;
      const before = list.bytes;
      list.append(rid, count);
      if (list.bytes !== before) this.#lists.set(term, list);
    }
  }

  #begin(term: string, packed: number): void {
    this.#tail.set(term, [packed]);
    if (isHashPrefix(term)) this.#tailHashes.push(term);
    const key = wordListOf(term);
    if (key === null) return;
    const name = `${key.letter}${key.length}`;
    const words = this.#tailWords.get(name);
    if (words === undefined) this.#tailWords.set(name, [term]);
    else words.push(term);
  }
}
