import { expandContraction } from "./contractions.ts";
import { fold, foldCase } from "./fold.ts";
import { limitTerm } from "./limit-term.ts";
import { stems } from "./stem.ts";

/** A term of the index, with the folded word it came from: stop words are told by the word, not by its stem. */
export interface TokenTerm {
  readonly term: string;
  readonly word: string;
}

const LETTERS = /^[\p{L}\p{M}']+$/u;
const NUMBER = /^\d+$/u;
const DECIMAL = /^\d+\.\d+$/u;
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/u;
const INITIALS = /^\p{L}(?:\.\p{L})+$/u;
const CAMEL_BREAK = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;
const CAMEL_PART = /\p{Lu}+(?!\p{Ll})\p{M}*|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;
const THOUSANDS = /(?<=\d),(?=\d{3})/gu;
const TRAILING_CURRENCY = /^(\d.*)(\p{Sc})$/u;
const EDGES = /^[#@.\p{Sc}]|[+#%]+$/gu;
const SEGMENT = /[/\\@:]+\.?/u;
const PIECE = /[._\-+&#]+/u;

/** "3f9a1bc" changes between letters and digits too often to be words with numbers: it stays whole. */
const MAX_ALTERNATIONS = 3;
/** A piece longer than this is data (base64, a key), not words: neither stemmed nor divided. */
const MAX_PIECE_LENGTH = 64;

class TermList {
  readonly #terms = new Map<string, string>();
  readonly #language: string;

  constructor(language: string) {
    this.#language = language;
  }

  /** A term as it stands. */
  addWhole(text: string): void {
    const word = fold(text).replaceAll("'", "").replaceAll("\\", "/");
    if (word !== "" && !this.#terms.has(word)) this.#terms.set(word, word);
  }

  /** A word of letters: contractions apart, stemmed. */
  addWord(text: string): void {
    if (text.length > MAX_PIECE_LENGTH) {
      this.addWhole(text);
      return;
    }
    for (const word of expandContraction(foldCase(text))) {
      for (const stem of stems(word, this.#language)) if (!this.#terms.has(stem)) this.#terms.set(stem, fold(word));
    }
  }

  done(): TokenTerm[] {
    return Array.from(this.#terms, ([term, word]) => ({ term: limitTerm(term), word }));
  }
}

function addLetters(list: TermList, text: string): void {
  list.addWord(text);
  if (PLURAL_ACRONYM.test(text)) {
    list.addWord(text.slice(0, -1));
    return;
  }
  if (text.length > MAX_PIECE_LENGTH || !CAMEL_BREAK.test(text) || text.includes("'")) return;
  for (const part of text.match(CAMEL_PART) ?? []) if (part.length > 1) list.addWord(part);
}

function addNumber(list: TermList, text: string): void {
  list.addWhole(text.replace(/^0+(?=\d)/u, ""));
}

/** "E1234", "10am", "7th": itself, then its runs of letters and of digits. */
function addMixed(list: TermList, piece: string): void {
  list.addWhole(piece);
  const ordinal = ORDINAL.exec(fold(piece))?.[1];
  const runs = ordinal === undefined ? (piece.match(/\p{Nd}+|\P{Nd}+/gu) ?? []) : [ordinal];
  if (runs.length > MAX_ALTERNATIONS || piece.length > MAX_PIECE_LENGTH) return;
  for (const run of runs) {
    const folded = fold(run);
    if (NUMBER.test(folded)) addNumber(list, folded);
    else if (LETTERS.test(run) && run.length > 1) addLetters(list, run);
  }
}

function addPiece(list: TermList, piece: string): void {
  if (LETTERS.test(piece)) {
    if (piece.length > 1) addLetters(list, piece);
    return;
  }
  const folded = fold(piece);
  if (NUMBER.test(folded)) addNumber(list, folded);
  else addMixed(list, piece);
}

function addSegment(list: TermList, segment: string): void {
  const pieces = segment.split(PIECE).filter((piece) => piece !== "");
  if (pieces.length > 1) list.addWhole(segment);
  const telling = DECIMAL.test(segment) ? pieces.slice(0, 1) : pieces;
  for (const piece of telling) addPiece(list, piece);
}

function addCompound(list: TermList, token: string): void {
  const written = token.replace(THOUSANDS, "").replace(/'s$/iu, "").replace(TRAILING_CURRENCY, "$2$1");
  if (INITIALS.test(written)) {
    list.addWhole(written.replaceAll(".", ""));
    return;
  }
  list.addWhole(written);
  const core = written.replace(EDGES, "");
  if (core !== written && core.length > 1) list.addWhole(core);
  if (/^v\d/iu.test(core)) list.addWhole(core.slice(1));
  for (const segment of core.split(SEGMENT)) if (segment !== "") addSegment(list, segment);
}

/**
 * The terms of one word token (see `scan-tokens.ts`): a plain word gives its stem; an identifier, path, address, number,
 * version or price gives itself whole, folded and not stemmed, then its parts from large to small, each once. Parts of a
 * single letter are dropped. `language` as in `stems`.
 */
export function expandToken(token: string, language: string): TokenTerm[] {
  const list = new TermList(language);
  if (LETTERS.test(token)) addLetters(list, token);
  else addCompound(list, token);
  return list.done();
}
