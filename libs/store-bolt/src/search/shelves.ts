import { allowedEdits, isHashPrefix } from "@memory-cortex/text";

import { keyOf } from "../records/keys.ts";

/** What can be taken for a misspelt word, and what cannot. */
const WORD = /^\p{L}{4,32}$/u;
const HASHES = "#";

const shelfOf = (userId: string, letter: string, length: number): string => keyOf(userId, `${letter}${length}`);

/**
 * Where a term stands among the user's words, which are ordered by first letter and length: what a misspelt word may stand for is then
 * read from a few stretches of one index. Null for what no word is taken for.
 */
export function shelvedWord(userId: string, term: string): string | null {
  if (isHashPrefix(term)) return keyOf(userId, HASHES) + term;
  return WORD.test(term) ? shelfOf(userId, String.fromCodePoint(term.codePointAt(0)!), term.length) + term : null;
}

/** Beginnings of {@link shelvedWord} under which the words near to a term stand; none when it may not be misspelt. */
export function shelvesNear(userId: string, term: string): string[] {
  if (isHashPrefix(term)) return [keyOf(userId, HASHES) + term];
  const most = allowedEdits(term);
  if (most === 0) return [];
  const letters = [...new Set([...term].slice(0, 2))];
  const lengths = Array.from({ length: 2 * most + 1 }, (_, index) => term.length - most + index);
  return letters.flatMap((letter) => lengths.map((length) => shelfOf(userId, letter, length)));
}

/** Behind every word of a shelf, in the order of both servers. */
export const BEHIND_SHELF = "\u{10ffff}";
