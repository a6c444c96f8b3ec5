import { allowedEdits, isHashPrefix, nearestTerms } from "@memory-cortex/text";

import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";
import { readWords } from "./word-lists.ts";
import type { WordListKey } from "./word-lists.ts";

/** Words kept of the lists that were read, about 100 bytes each; beyond it they are read again. */
const MOST_KEPT = 100_000;
/** Hashes that begin alike; with more, what was meant cannot be told. */
const BATCH = 32;
/** Candidates of which the most frequent allowed one is taken. */
const COMPARED = 8;

/**
 * What a misspelt word may stand for: the words of the blocks from their lists (a row for each first letter and length, some ten for a
 * question), and those of the documents behind the blocks, which the postings keep. So the answer depends on what is stored and on
 * nothing else.
 */
export class Vocabulary {
  readonly #database: UserDatabase;
  readonly #lists = new Map<string, string[]>();
  #kept = 0;
  #blocksEnd = 0;
  #erasures = 0;

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  /**
   * What to take a term for that no document holds: the nearest word, among equals the one that most documents hold. `allowed` decides by
   * the term whether the searcher may see a document with it. Null when there is none. The postings must be up to date.
   */
  nearest(term: string, { erasures, allowed }: { erasures: number; allowed: (term: string) => boolean }): { term: string; edits: number } | null {
    if (isHashPrefix(term)) return this.#longerHash(term, allowed);
    if (allowedEdits(term) === 0) return null;
    this.#forgetOld(erasures);
    const near = new Map(nearestTerms(term, this.#candidates(term)).map((reading) => [reading.term, reading.edits]));
    const compared = [...near].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).slice(0, COMPARED).map(([word, edits]) => ({ term: word, edits, frequency: this.#frequency(word) }));
    compared.sort((a, b) => a.edits - b.edits || b.frequency - a.frequency);
    return compared.find((reading) => reading.frequency > 0 && allowed(reading.term)) ?? null;
  }

  /** The one hash that begins so; none when several do. */
  #longerHash(term: string, allowed: (term: string) => boolean): { term: string; edits: number } | null {
    const end = `${term}g`;
    const listed = this.#database.column<string>("SELECT term FROM hash_word WHERE term > @term AND term < @end LIMIT @batch", { term, end, batch: BATCH });
    const later = this.#database.postings.tailHashes.filter((word) => word > term && word < end);
    const hashes = [...new Set([...listed, ...later])].filter(allowed);
    return hashes.length === 1 ? { term: hashes[0]!, edits: 0 } : null;
  }

  #frequency(term: string): number {
    return this.#database.postings.read(encodeTerm(term)).length;
  }

  #candidates(term: string): string[] {
    const most = allowedEdits(term);
    const letters = new Set([...term].slice(0, 2));
    const keys = [...letters].flatMap((letter) => Array.from({ length: 2 * most + 1 }, (_, index) => ({ letter, length: term.length - most + index })));
    return keys.flatMap((key) => [...this.#listed(key), ...this.#database.postings.tailWords(key)]);
  }

  #listed(key: WordListKey): string[] {
    const name = `${key.letter}${key.length}`;
    const kept = this.#lists.get(name);
    if (kept !== undefined) return kept;
    const words = readWords(this.#database, key);
    if (this.#kept + words.length > MOST_KEPT) this.#clear();
    this.#lists.set(name, words);
    this.#kept += words.length;
    return words;
  }

  /** Lists change with new blocks and with what is erased. */
  #forgetOld(erasures: number): void {
    const { blocksEnd } = this.#database.postings;
    if (blocksEnd !== this.#blocksEnd || erasures !== this.#erasures) this.#clear();
    this.#blocksEnd = blocksEnd;
    this.#erasures = erasures;
  }

  #clear(): void {
    this.#lists.clear();
    this.#kept = 0;
  }
}
