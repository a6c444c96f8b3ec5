import { CortexError } from "@memory-cortex/models";
import { mergePairs } from "./merge-pairs.ts";
import { PairRanks } from "./pair-ranks.ts";
import type { TokenizerModel } from "./tokenizer-model.ts";
import { LONGEST_KEPT_WORD, WordTokens } from "./word-tokens.ts";

/** SentencePiece writes a space as this. */
const SPACE_MARK = "\u2581";
const SPACE_MARK_UNIT = SPACE_MARK.charCodeAt(0);
/** A piece without a space is cut here, so that no single merge holds the process for more than a few milliseconds. */
export const MAX_PIECE_CHARS = 4_096;
/** Tokens handed out at once, or a few more: so many take some tens of microseconds to make. */
const BATCH_TOKENS = 256;

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");

/** Pieces that can be encoded one by one: a merge never joins a letter to a space mark after it, if no token holds such a pair. */
function splitsAtSpaces(model: TokenizerModel): boolean {
  const inside = new RegExp(`[^${SPACE_MARK}]${SPACE_MARK}`, "u");
  return !model.merges.some(({ left, right }) => inside.test(left + right));
}

function byteTokens(model: TokenizerModel): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const id = model.vocabulary.get(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
    if (id === undefined) throw new CortexError("model_corrupt", { detail: "The tokenizer lacks a token for a byte" });
    return id;
  });
}

/**
 * A byte-pair tokenizer that gives the ids of the reference implementation (Hugging Face tokenizers, without special tokens
 * around the text). Two differences, both on purpose: a lone surrogate counts as U+FFFD (the reference cannot take it), and a
 * run of over 4,096 characters without a space is encoded in parts.
 */
export class BpeTokenizer {
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #ranks: PairRanks;
  readonly #bytes: Uint32Array;
  readonly #normalizer: TokenizerModel["normalizer"];
  readonly #added: ReadonlyMap<string, number>;
  readonly #addedPattern: RegExp | null;
  /** Cuts between characters, never inside one. */
  readonly #longPiece: RegExp;
  readonly #splitsAtSpaces: boolean;
  readonly #known = new WordTokens();
  readonly #encoder = new TextEncoder();

  constructor(model: TokenizerModel) {
    this.#vocabulary = model.vocabulary;
    this.#ranks = new PairRanks(model);
    this.#bytes = byteTokens(model);
    this.#normalizer = model.normalizer;
    this.#added = new Map(model.addedTokens.map(({ content, id }) => [content, id]));
    // Longest first: where several begin at one place, the reference takes the longest.
    const contents = [...this.#added.keys()].sort((a, b) => b.length - a.length);
    this.#addedPattern = contents.length === 0 ? null : new RegExp(`(${contents.map(escapeForPattern).join("|")})`, "u");
    this.#splitsAtSpaces = splitsAtSpaces(model);
    this.#longPiece = this.#splitsAtSpaces
      ? new RegExp(`${SPACE_MARK}{1,${MAX_PIECE_CHARS}}[^${SPACE_MARK}]{0,${MAX_PIECE_CHARS}}|[^${SPACE_MARK}]{1,${MAX_PIECE_CHARS}}`, "uy")
      : new RegExp(`[^]{1,${MAX_PIECE_CHARS}}`, "uy");
  }

  /** Token ids of a text. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const batch of this.batches(text)) for (const id of batch) ids.push(id);
    return ids;
  }

  /** Token ids of a text, some hundred at a time, so that a caller can pause in a long one. */
  *batches(text: string): Generator<readonly number[], void> {
    let batch: number[] = [];
    for (const segment of this.#segments(text.toWellFormed())) {
      const added = this.#added.get(segment);
      if (added !== undefined) {
        batch.push(added);
        continue;
      }
      const normalised = this.#normalise(segment);
      for (let start = 0; start < normalised.length; ) {
        start = this.#encodePiece(normalised, start, batch);
        if (batch.length < BATCH_TOKENS) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  #segments(text: string): string[] {
    const segments = this.#addedPattern === null ? [text] : text.split(this.#addedPattern);
    return segments.filter((segment) => segment !== "");
  }

  #normalise(segment: string): string {
    let text = segment;
    for (const step of this.#normalizer) {
      text = step.type === "Prepend" ? step.prepend + text : text.replaceAll(step.pattern.String, () => step.content);
    }
    return text;
  }

  /** Appends the tokens of the piece that begins at `start`, and returns where the next one begins. */
  #encodePiece(text: string, start: number, tokens: number[]): number {
    const end = this.#endOfPiece(text, start);
    const isWord = end - start <= LONGEST_KEPT_WORD;
    if (isWord && this.#known.append(tokens, text, { start, end })) return end;
    const piece = text.slice(start, end);
    const merged = mergePairs(this.#characters(piece), this.#ranks);
    for (const token of merged) tokens.push(token);
    if (isWord) this.#known.keep(piece, merged);
    return end;
  }

  /** A piece is space marks and what follows up to the next one, if the model splits there; never longer than a merge may take. */
  #endOfPiece(text: string, start: number): number {
    if (this.#splitsAtSpaces) {
      let end = start;
      while (text.charCodeAt(end) === SPACE_MARK_UNIT) end += 1;
      while (end < text.length && text.charCodeAt(end) !== SPACE_MARK_UNIT) end += 1;
      if (end - start <= MAX_PIECE_CHARS) return end;
    }
    this.#longPiece.lastIndex = start;
    this.#longPiece.test(text);
    return this.#longPiece.lastIndex;
  }

  #characters(piece: string): number[] {
    const tokens: number[] = [];
    for (const character of piece) {
      const id = this.#vocabulary.get(character);
      if (id !== undefined) tokens.push(id);
      else for (const byte of this.#encoder.encode(character)) tokens.push(this.#bytes[byte]!);
    }
    return tokens;
  }
}
