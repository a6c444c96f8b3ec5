import { isNeverAlone, NEVER_NAMES, plainWord, SENTENCE_STARTS } from "./ordinary-words.ts";

/** A piece of text that is written like a name. */
export interface NameSpan {
  name: string;
  /** Where it stands in the text that was scanned. */
  index: number;
  end: number;
  /** Only its place at the beginning of a sentence explains the capital, unless the same name is met elsewhere. */
  doubtful: boolean;
}

interface NameToken {
  word: string;
  index: number;
  end: number;
  initial: boolean;
}

const TOKEN = /(?<![\p{L}\p{N}_'’-])(?:\p{Lu}[\p{L}\p{M}\p{N}]*|[a-z]\p{Lu}[\p{L}\p{N}]+)(?:['’.&-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** "University of Oxford", "Ludwig van Beethoven", "AT & T". */
const CONNECTOR = /^ (?:of |of the |de |del |de la |da |dos |van |van der |van den |von |der |la |le |al |bin |& )?$/u;
const POSSESSIVE = /['’]s?$/u;
const TITLE = /(?:^|[\s("“])(?:Dr|Mr|Mrs|Ms|Prof|St|Rev|Mt)\.\s$/u;
const BEGINS = /(?:^|[.!?:…\n•–—*>|)]| -|\d(?:\s?[ap]m)?|\p{Extended_Pictographic}\uFE0F?)[\s"'“”‘’([*_-]*$/u;
/** A quote begins with a capital as a sentence does. */
const AFTER_QUOTE = /(?:^|\s)["“‘(]$/u;
const INITIALS = /^\p{Lu}(?:\.\p{Lu})*$/u;
const LOOKED_BACK = 12;
/** "New York is …", "South Park was …" */
const BEGINS_NAMES = /^(?:New|North|South|East|West|Saint|San|Los|Las|El)$/u;
const LONGEST_NAME = 60;
const MOST_WORDS = 6;
const SHOUTED = /^\p{Lu}{7,}$/u;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}&]{1,5}$/u;

/** Everything in the text that is written like a name, in order. Expects what `readableProse` leaves. */
export function nameSpans(text: string): NameSpan[] {
  const spans: NameSpan[] = [];
  let joined: NameToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const token = tokenOf(text, match);
    const before = joined.at(-1);
    if (before !== undefined && joined.length < MOST_WORDS && joins(text.slice(before.end, token.index), before, token)) {
      joined.push(token);
      continue;
    }
    addSpan(spans, text, joined);
    joined = [token];
  }
  addSpan(spans, text, joined);
  return spans;
}

function tokenOf(text: string, match: RegExpExecArray): NameToken {
  const word = match[0].replace(POSSESSIVE, "");
  const before = text.slice(Math.max(0, match.index - LOOKED_BACK), match.index);
  return { word, index: match.index, end: match.index + word.length, initial: !TITLE.test(before) && (BEGINS.test(before) || AFTER_QUOTE.test(before)) };
}

function joins(between: string, before: NameToken, token: NameToken): boolean {
  if (NEVER_NAMES.has(plainWord(token.word)) || NEVER_NAMES.has(plainWord(before.word))) return false;
  return CONNECTOR.test(between) || (between === ". " && INITIALS.test(before.word));
}

function addSpan(spans: NameSpan[], text: string, tokens: readonly NameToken[]): void {
  const [first, ...rest] = tokens;
  if (first === undefined) return;
  if (first.initial && rest.length > 0 && isOrdinary(first.word) && !BEGINS_NAMES.test(first.word)) {
    addSpan(spans, text, rest);
    return;
  }
  const last = rest.at(-1) ?? first;
  const name = text.slice(first.index, last.end);
  if (!isNameLike(name, tokens)) return;
  spans.push({ name, index: first.index, end: last.end, doubtful: first.initial && !speaksForItself(tokens) });
}

/** Words on the lists, and verbs in a form that begins sentences ("Visiting Berlin …", "Celebrated …"). */
const isOrdinary = (word: string): boolean => SENTENCE_STARTS.has(plainWord(word)) || isNeverAlone(plainWord(word)) || /^\p{Lu}\p{Ll}{2,}(?:ing|ed|ly)$/u.test(word);

function isNameLike(name: string, tokens: readonly NameToken[]): boolean {
  if (name.length < 2 || name.length > LONGEST_NAME) return false;
  if (tokens.every(({ word }) => SHOUTED.test(word) || /^\p{Lu}{1,}$/u.test(word)) && tokens.length > 1) return false;
  if (tokens.length > 1) return true;
  const word = tokens[0]!.word;
  if (SHOUTED.test(word) || isNeverAlone(plainWord(word)) || /^\p{Lu}\p{N}*$/u.test(word)) return false;
  return !SENTENCE_STARTS.has(plainWord(word)) || ACRONYM.test(word);
}

/** "PostgreSQL", "GPT-4", "NASA" and names of several words are names wherever they stand. */
function speaksForItself(tokens: readonly NameToken[]): boolean {
  if (tokens.length > 1) return tokens.slice(1).every(({ word }) => !isOrdinary(word));
  const word = tokens[0]!.word;
  return ACRONYM.test(word) || /\p{Ll}\p{Lu}|\p{L}\p{N}|\+\+|#/u.test(word);
}

const QUOTED = /["“]([^"“”\n]{3,60})["”]/gu;
const SMALL_WORDS = /^(?:a|an|the|of|and|or|in|on|at|to|for|with|from|by|is|my|vs\.?|&)$/iu;

/** Titles of books, films, songs in quotes: every word that counts has a capital, or the first of several does. */
export function quotedTitles(text: string): NameSpan[] {
  if (!/["“]/u.test(text)) return [];
  const titles: NameSpan[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const name = match[1]!.replace(/[.,!?;:]+$/u, "").trim();
    const words = name.split(/\s+/u);
    if (words.length > 8 || !/^[\p{Lu}\p{N}]/u.test(name)) continue;
    const capitals = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word) || SMALL_WORDS.test(word)).length;
    if (capitals < words.length || (words.length === 1 && isOrdinary(name))) continue;
    titles.push({ name, index: match.index + 1, end: match.index + 1 + name.length, doubtful: false });
  }
  return titles;
}
