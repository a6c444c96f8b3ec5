/** Words and tokens that are kept: most of what people write is a few thousand words. About 2 MB when full. */
const WORDS = 32_768;
const CHARACTERS = 12 * WORDS;
const TOKENS = 4 * WORDS;
/** Longer pieces are mostly seen once. */
export const LONGEST_KEPT_WORD = 32;

const EMPTY = 0;

/**
 * Tokens of words seen lately, looked up by a range of a text: nothing is cut out of the text and no string is hashed, which is most of
 * what a Map would cost. When it is full it begins anew.
 */
export class WordTokens {
  /** Number of a word + 1 by slot; open addressing, at most half full. */
  readonly #slots = new Int32Array(2 * WORDS);
  readonly #characters = new Uint16Array(CHARACTERS);
  readonly #tokens = new Uint32Array(TOKENS);
  /** Where the characters and tokens of a word begin; those of the next are their end. */
  readonly #characterStarts = new Uint32Array(WORDS + 1);
  readonly #tokenStarts = new Uint32Array(WORDS + 1);
  #words = 0;

  /** Appends the tokens of `text` from `start` to `end`; false when the word is not known. */
  append(tokens: number[], text: string, range: { start: number; end: number }): boolean {
    const word = this.#slots[this.#find(text, range)]! - 1;
    if (word < 0) return false;
    for (let at = this.#tokenStarts[word]!, end = this.#tokenStarts[word + 1]!; at < end; at += 1) tokens.push(this.#tokens[at]!);
    return true;
  }

  /** Keeps the tokens of a word that is not known yet and not longer than {@link LONGEST_KEPT_WORD}. */
  keep(word: string, tokens: readonly number[]): void {
    const characterStart = this.#characterStarts[this.#words]!;
    const tokenStart = this.#tokenStarts[this.#words]!;
    if (this.#words === WORDS || characterStart + word.length > CHARACTERS || tokenStart + tokens.length > TOKENS) {
      this.#slots.fill(EMPTY);
      this.#words = 0;
      this.keep(word, tokens);
      return;
    }
    for (let index = 0; index < word.length; index += 1) this.#characters[characterStart + index] = word.charCodeAt(index);
    this.#tokens.set(tokens, tokenStart);
    const slot = this.#find(word, { start: 0, end: word.length });
    this.#words += 1;
    this.#characterStarts[this.#words] = characterStart + word.length;
    this.#tokenStarts[this.#words] = tokenStart + tokens.length;
    this.#slots[slot] = this.#words;
  }

  /** Slot of the word, or the free one where it would go. */
  #find(text: string, { start, end }: { start: number; end: number }): number {
    let hash = 0;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1) + (hash >>> 13);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#slots[slot] !== EMPTY && !this.#isWord(this.#slots[slot]! - 1, text, start, end)) slot = (slot + 1) & mask;
    return slot;
  }

  // eslint-disable-next-line max-params -- called for every word of every text: an object each would cost more than the comparison
  #isWord(word: number, text: string, start: number, end: number): boolean {
    const first = this.#characterStarts[word]!;
    if (this.#characterStarts[word + 1]! - first !== end - start) return false;
    for (let index = 0; index < end - start; index += 1) if (this.#characters[first + index] !== text.charCodeAt(start + index)) return false;
    return true;
  }
}
