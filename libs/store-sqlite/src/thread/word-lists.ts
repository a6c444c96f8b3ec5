import { isHashPrefix } from "@memory-cortex/text";

import type { UserDatabase } from "./user-database.ts";

/** What can be taken for a misspelt word, and what cannot. */
const WORD = /^\p{L}{4,32}$/u;
/** Words of a list; later ones are not offered for misspelt ones, so that reading some lists stays within a millisecond or two. */
const MOST_WORDS = 20_000;
const SEPARATOR = " ";

/** Words with the same first letter and as many UTF-16 units. */
export interface WordListKey {
  letter: string;
  length: number;
}

/** The list that a term belongs to; null when it is no plain word. */
export function wordListOf(term: string): WordListKey | null {
  return WORD.test(term) ? { letter: String.fromCodePoint(term.codePointAt(0)!), length: term.length } : null;
}

/** The words of a list in the order of their first block; none is listed twice. */
export function readWords(database: UserDatabase, key: WordListKey): string[] {
  const words = database.value<string>("SELECT words FROM word_list WHERE letter = @letter AND length = @length", { ...key });
  return words === undefined ? [] : words.split(SEPARATOR);
}

function writeWords(database: UserDatabase, key: WordListKey, words: readonly string[]): void {
  if (words.length === 0) database.run("DELETE FROM word_list WHERE letter = @letter AND length = @length", { ...key });
  else database.run("INSERT OR REPLACE INTO word_list VALUES (@letter, @length, @words)", { ...key, words: words.join(SEPARATOR) });
}

/** Lists the words among the terms of a block, so that finding the nearest one to a misspelt word reads a few rows. */
export function addWords(database: UserDatabase, terms: Iterable<string>): void {
  const lists = new Map<string, { key: WordListKey; words: string[] }>();
  for (const term of terms) {
    if (isHashPrefix(term)) database.run("INSERT OR IGNORE INTO hash_word VALUES (@term)", { term });
    const key = wordListOf(term);
    if (key === null) continue;
    const name = `${key.letter}${key.length}`;
    const list = lists.get(name);
    if (list === undefined) lists.set(name, { key, words: [term] });
    else list.words.push(term);
  }
  for (const { key, words } of lists.values()) {
    const listed = readWords(database, key);
    const known = new Set(listed);
    const added = words.filter((word) => !known.has(word)).slice(0, Math.max(0, MOST_WORDS - listed.length));
    if (added.length > 0) writeWords(database, key, [...listed, ...added]);
  }
}

/** A term that stands in no block any more. */
export function removeWord(database: UserDatabase, term: string): void {
  if (isHashPrefix(term)) database.run("DELETE FROM hash_word WHERE term = @term", { term });
  const key = wordListOf(term);
  if (key === null) return;
  const listed = readWords(database, key);
  if (listed.includes(term)) writeWords(database, key, listed.filter((word) => word !== term));
}

/** Words of the blocks that no list has, and listed ones that stand in no block. Lists that are full are passed over. */
export function unlistedWords(database: UserDatabase): number {
  const terms = database.column<string>("SELECT DISTINCT term FROM term_block WHERE term <> ''");
  const listed = new Set(database.column<string>("SELECT term FROM hash_word"));
  const full = new Set<string>();
  for (const { letter, length } of database.all<WordListKey>("SELECT letter, length FROM word_list")) {
    const words = readWords(database, { letter, length });
    if (words.length >= MOST_WORDS) full.add(`${letter}${length}`);
    for (const word of words) listed.add(word);
  }
  const missing = terms.filter((term) => (isHashPrefix(term) || wordListOf(term) !== null) && !listed.has(term) && !isFull(term));
  const known = new Set(terms);
  return missing.length + [...listed].filter((word) => !known.has(word)).length;

  function isFull(term: string): boolean {
    const key = wordListOf(term);
    return key !== null && full.has(`${key.letter}${key.length}`);
  }
}
