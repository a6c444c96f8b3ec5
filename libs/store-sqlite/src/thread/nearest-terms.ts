import { allowedEdits, isHashPrefix, nearestTerms } from "@memory-cortex/text";

import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** Words under one first letter, by length. */
interface Letter {
  byLength: Map<number, string[]>;
  known: Set<string>;
  /** Where reading goes on; null when all is read. */
  after: string | null;
}

const WORD = /^\p{L}{4,32}$/u;
/** Words a thread keeps for a user, about 100 bytes each; more are not read. */
const MOST_WORDS = 200_000;
/** What one search may spend on reading the vocabulary: SQLite counts a word's documents while it reads. In large realms it goes on next time. */
const READING_MS = 4;
const BATCH = 32;
/** More new documents than this and all is read again when asked for. */
const MOST_NEW = 1_000;
/** Candidates of which the most frequent allowed one is taken. */
const COMPARED = 8;

/** The words of a user's documents by first letter, read as misspelt ones are asked for: finding the nearest takes some .1 ms. */
export class Vocabulary {
  readonly #database: UserDatabase;
  readonly #letters = new Map<string, Letter>();
  #words = 0;
  #last = 0;
  #erasures = 0;

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  /**
   * What to take a term for that no document holds: the nearest word, among equals the one that most documents hold. `allowed` decides by
   * the term whether the searcher may see a document with it. Null when there is none.
   */
  nearest(term: string, { erasures, allowed }: { erasures: number; allowed: (term: string) => boolean }): { term: string; edits: number } | null {
    if (isHashPrefix(term)) return this.#longerHash(term, allowed);
    if (allowedEdits(term) === 0) return null;
    this.#catchUp(erasures);
    const candidates = [term[0]!, term[1]!].filter((letter, place) => place === 0 || letter !== term[0]).flatMap((letter) => this.#candidates(letter, term));
    const near = nearestTerms(term, candidates).slice(0, COMPARED).map((reading) => ({ ...reading, frequency: this.#frequency(reading.term) }));
    near.sort((a, b) => a.edits - b.edits || b.frequency - a.frequency);
    return near.find((reading) => reading.frequency > 0 && allowed(reading.term)) ?? null;
  }

  /** The one hash that begins so; none when several do. */
  #longerHash(term: string, allowed: (term: string) => boolean): { term: string; edits: number } | null {
    const begun = this.#database.column<string>("SELECT term FROM vocabulary WHERE term > @term AND term < @end LIMIT @batch", { term, end: `${term}g`, batch: BATCH });
    const hashes = begun.filter((word) => isHashPrefix(word) && allowed(word));
    return hashes.length === 1 ? { term: hashes[0]!, edits: 0 } : null;
  }

  #frequency(term: string): number {
    return this.#database.postings.read(encodeTerm(term)).length;
  }

  #candidates(letter: string, term: string): string[] {
    const { byLength } = this.#read(letter);
    const most = allowedEdits(term);
    return Array.from({ length: 2 * most + 1 }, (_, index) => byLength.get(term.length - most + index) ?? []).flat();
  }

  #read(first: string): Letter {
    const letter = this.#letters.get(first) ?? { byLength: new Map<number, string[]>(), known: new Set<string>(), after: first };
    this.#letters.set(first, letter);
    const until = performance.now() + READING_MS;
    const end = String.fromCodePoint(first.codePointAt(0)! + 1);
    while (letter.after !== null && this.#words < MOST_WORDS && performance.now() < until) {
      const terms: string[] = this.#database.column<string>("SELECT term FROM vocabulary WHERE term > @after AND term < @end ORDER BY term LIMIT @batch", { after: letter.after, end, batch: BATCH });
      for (const term of terms) this.#add(letter, term);
      letter.after = terms.length < BATCH ? null : terms.at(-1)!;
    }
    return letter;
  }

  #add(letter: Letter, term: string): void {
    if (!WORD.test(term) || letter.known.has(term)) return;
    letter.known.add(term);
    this.#words += 1;
    const same = letter.byLength.get(term.length);
    if (same === undefined) letter.byLength.set(term.length, [term]);
    else same.push(term);
  }

  /** New documents bring new words; when one was erased all is read again. */
  #catchUp(erasures: number): void {
    const newest = this.#database.value<number>("SELECT max(rid) FROM document") ?? 0;
    const tooMany = newest - this.#last > MOST_NEW || this.#letters.size === 0;
    const added = tooMany ? [] : this.#database.column<string>("SELECT terms FROM document WHERE rid > @last", { last: this.#last });
    if (tooMany || erasures !== this.#erasures) {
      this.#letters.clear();
      this.#words = 0;
    } else {
      for (const term of added.flatMap((terms) => terms.split(" "))) {
        const letter = this.#letters.get(term[0] ?? "");
        if (letter !== undefined) this.#add(letter, term);
      }
    }
    this.#last = newest;
    this.#erasures = erasures;
  }
}
