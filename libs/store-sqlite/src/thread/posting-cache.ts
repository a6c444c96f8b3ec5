import { isHashPrefix } from "@memory-cortex/text";
import { LRUCache } from "lru-cache";

import { MAX_COUNT, PostingList } from "./posting-list.ts";
import { blocksEnd, readBlocks, termsFrom } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";
import { wordListOf } from "./word-lists.ts";
import type { WordListKey } from "./word-lists.ts";

/** For each user, bytes, about twenty million postings; beyond it the terms not asked for the longest are read again. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What an entry costs besides its arrays. */
const ENTRY_BYTES = 200;
/** Terms whose memories are kept, most of them a handful: about 6 MB. */
const MOST_OF_MEMORIES = 20_000;
/** Rid and count as one number. */
const PACKED = MAX_COUNT + 1;

/** What a search of memories alone needs of a term. */
export interface TermOfMemories {
  /** How many documents hold it, whatever their kind. */
  documents: number;
  /** Of memories alone: of most users a fiftieth of all. */
  postings: PostingList;
}

/**
 * Postings of the terms asked for lately, put together from the blocks in the file and from the documents behind them, whose terms are all
 * kept here. Documents never change their terms and rids are never used again, so what was read stays true while documents are only added:
 * their terms are appended. When one was erased all is dropped.
 */
export class PostingCache {
  readonly #database: UserDatabase;
  readonly #lists = new LRUCache<string, PostingList>({ maxSize: MAX_BYTES, sizeCalculation: (list) => list.bytes + ENTRY_BYTES });
  readonly #ofMemories = new LRUCache<string, TermOfMemories & { last: number }>({ max: MOST_OF_MEMORIES });
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
    return this.#lists.calculatedSize + this.#ofMemories.size * ENTRY_BYTES + this.#tail.size * ENTRY_BYTES + this.#tailEntries * 8;
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
      if (this.#last < start - 1) this.#clearLists();
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

  /**
   * The same of memories alone, by which a capture looks for what it knows: few of the documents of a list are any, so that no bound would spare
   * a search the rest of it. The documents must be up to date.
   */
  readOfMemories(term: string): TermOfMemories {
    const kept = this.#ofMemories.get(term);
    if (kept !== undefined) return kept;
    const whole = this.read(term);
    const { columns, memories } = this.#database.documents;
    const postings = new PostingList(0);
    whole.forEach((rid, count) => {
      // The column leaves out the turns at a tenth of the map's cost.
      if (columns.sessions[rid] === 0 && memories.has(rid)) postings.append(rid, count);
    });
    const found = { documents: whole.length, postings, last: this.#last };
    if (whole.length > 0) this.#ofMemories.set(term, found);
    return found;
  }

  clear(): void {
    this.#version = "";
    this.#clearLists();
    this.#moveTail(0);
  }

  #clearLists(): void {
    this.#lists.clear();
    this.#ofMemories.clear();
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
    const isMemory = this.#database.documents.memories.has(rid);
    for (const [term, tail] of this.#appendToTail(rid, terms)) {
      const count = tail.at(-1)! % PACKED;
      this.#appendToList(term, rid, count);
      const ofMemories = this.#ofMemories.peek(term);
      if (ofMemories === undefined || rid <= ofMemories.last) continue;
      ofMemories.last = rid;
      ofMemories.documents += 1;
      if (isMemory) ofMemories.postings.append(rid, count);
    }
  }

  /** Gives each of its terms once, with the tail that ends with how often it is said: a map of counts for each document would take twice as long. */
  #appendToTail(rid: number, terms: string): [term: string, tail: number[]][] {
    const own: [string, number[]][] = [];
    const none = rid * PACKED;
    for (const term of terms.split(" ")) {
      if (term === "") continue;
      const tail = this.#tail.get(term) ?? this.#begin(term);
      const last = tail.at(-1) ?? 0;
      if (last < none) {
        tail.push(none + 1);
        own.push([term, tail]);
      } else if (last < none + MAX_COUNT) tail[tail.length - 1] = last + 1;
    }
    this.#tailEntries += own.length;
    return own;
  }

  #appendToList(term: string, rid: number, count: number): void {
    const list = this.#lists.peek(term);
    if (list === undefined || rid <= list.last) return;
    const before = list.bytes;
    list.append(rid, count);
    if (list.bytes !== before) this.#lists.set(term, list);
  }

  #begin(term: string): number[] {
    const tail: number[] = [];
    this.#tail.set(term, tail);
    if (isHashPrefix(term)) this.#tailHashes.push(term);
    const key = wordListOf(term);
    if (key === null) return tail;
    const name = `${key.letter}${key.length}`;
    const words = this.#tailWords.get(name);
    if (words === undefined) this.#tailWords.set(name, [term]);
    else words.push(term);
    return tail;
  }
}
