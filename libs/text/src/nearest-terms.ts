/** A term that nobody wrote, taken for one that somebody did. */
export interface Reading {
  term: string;
  /** How many edits lie between them: 1 or 2, 0 for a hash of which only the beginning was given. */
  edits: number;
}

const SHORTEST = 5;
const TWO_EDITS_FROM = 8;
const LETTERS = /^\p{L}+$/u;

/**
 * How many edits a term may be misspelt by: 1 from 5 letters, 2 from 8, none below, and none in what is not a plain word: another
 * number, version or hash is another thing. Ideographs carry too much meaning each to be taken for one another.
 */
export function allowedEdits(term: string): number {
  const { length } = term;
  if (length < SHORTEST || !LETTERS.test(term) || /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u.test(term)) return 0;
  return length < TWO_EDITS_FROM ? 1 : 2;
}

/**
 * The terms within so many edits, nearest first, in their given order among equals. An edit adds, drops or changes a letter, or swaps two
 * neighbours. The first letter must agree, or the first two be swapped: it is the one that people get right.
 */
export function nearestTerms(term: string, candidates: Iterable<string>): Reading[] {
  const most = allowedEdits(term);
  if (most === 0) return [];
  const found: Reading[] = [];
  for (const candidate of candidates) {
    if (candidate[0] !== term[0] && !(candidate[0] === term[1] && candidate[1] === term[0])) continue;
    const edits = editDistance(term, candidate, most);
    if (edits > 0 && edits <= most) found.push({ term: candidate, edits });
  }
  return found.sort((a, b) => a.edits - b.edits);
}

const HASH_PREFIX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,}$/u;

/** Whether a term may be the beginning of a longer hash, as people quote commits: 7 hexadecimal digits or more. */
export const isHashPrefix = (term: string): boolean => HASH_PREFIX.test(term);

/** Three rows of the table, reused: no allocation for each comparison. Longer words are not compared. */
const LONGEST = 64;
let [before, last, next] = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)];

/** Optimal string alignment distance (Damerau–Levenshtein without a letter moved twice); `most + 1` as soon as it is larger than `most`. */
export function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most || left.length > LONGEST || right.length > LONGEST) return most + 1;
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    next[0] = row;
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let edits = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && left.charCodeAt(row - 1) === right.charCodeAt(column - 2) && left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1);
      next[column] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(last[right.length]!, most + 1);
}
