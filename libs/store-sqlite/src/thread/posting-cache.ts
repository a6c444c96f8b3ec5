import { LRUCache } from "lru-cache";

import { PostingList } from "./posting-list.ts";
import type { UserDatabase } from "./user-database.ts";

/** For each user, bytes, about twenty million postings; beyond it the terms not asked for the longest are read again. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What an entry costs besides its arrays. */
const ENTRY_BYTES = 200;
/** More new documents than this and all is read again when asked for. */
const MAX_CATCH_UP = 2_000;
/** A term in more documents than this is not read without being asked for: it would hold up the thread, about 0.3 ms for each thousand. */
const MOST_READ_BEHIND = 200_000;

/**
 * Postings of the terms asked for lately. Documents never change their terms and rids are never used again, so what was read stays
 * true while documents are only added: their terms are appended. When one was erased (the total does not add up) all is dropped.
 */
export class PostingCache {
  readonly #database: UserDatabase;
  readonly #lists = new LRUCache<string, PostingList>({ maxSize: MAX_BYTES, sizeCalculation: (list) => list.bytes + ENTRY_BYTES });
  /** Terms that a search left out, to be read when the thread has nothing else to do. */
  readonly #leftOut = new Set<string>();
  #last = 0;
  #documents = 0;

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  get bytes(): number {
    return this.#lists.calculatedSize;
  }

  /** Brings the lists up to the current transaction, in which the user has so many documents; called before each use. */
  catchUp(documents: number): void {
    const newest = this.#database.value<number>("SELECT max(rid) FROM document") ?? 0;
    const added = this.#lists.size === 0 ? null : this.#added(newest);
    if (added === null || this.#documents + added.length !== documents) this.#lists.clear();
    else for (const { rid, terms } of added) this.#append(rid, terms);
    this.#last = newest;
    this.#documents = documents;
  }

  get(term: string): PostingList | undefined {
    return this.#lists.get(term);
  }

  /** All postings of a term: about 0.2 µs for each occurrence the first time. */
  read(term: string): PostingList {
    const kept = this.#lists.get(term);
    if (kept !== undefined) return kept;
    const list = PostingList.ofOccurrences(this.#database.column<number>("SELECT doc FROM posting WHERE term = @term", { term }));
    if (list.length > 0) this.#lists.set(term, list);
    return list;
  }

  leaveOut(term: string, documents: number): void {
    if (documents <= MOST_READ_BEHIND) this.#leftOut.add(term);
  }

  /** Reads one of the terms that were left out, so that the next search finds it; false when there is none. */
  readBehind(): boolean {
    const [term] = this.#leftOut;
    if (term === undefined) return false;
    this.#leftOut.delete(term);
    this.read(term);
    return this.#leftOut.size > 0;
  }

  clear(): void {
    this.#lists.clear();
    this.#leftOut.clear();
  }

  /** Null when there are too many. */
  #added(newest: number): { rid: number; terms: string }[] | null {
    if (newest === this.#last) return [];
    if (newest - this.#last > MAX_CATCH_UP) return null;
    return this.#database.all("SELECT rid, terms FROM document WHERE rid > @last ORDER BY rid", { last: this.#last });
  }

  #append(rid: number, terms: string): void {
    const counts = new Map<string, number>();
    for (const term of terms.split(" ")) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const list = this.#lists.peek(term);
      if (list === undefined) continue;
      const before = list.bytes;
      list.append(rid, count);
      if (list.bytes !== before) this.#lists.set(term, list);
    }
  }
}
