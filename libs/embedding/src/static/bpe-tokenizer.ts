import { CortexError } from "@memory-cortex/models";
import { mergePairs } from "./merge-pairs.ts";
import { PairRanks } from "./pair-ranks.ts";
import type { TokenizerModel } from "./tokenizer-model.ts";

/** SentencePiece writes a space as this. */
const SPACE_MARK = "\u2581";
/** Words seen lately keep their tokens: most of what people write is a few thousand words. */
const CACHED_PIECES = 32_768;
const CACHED_PIECE_CHARS = 32;
/** A piece without a space is cut here, so that no single merge holds the process for more than a few milliseconds. */
export const MAX_PIECE_CHARS = 4_096;

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

/** Two generations of a cache: when the young one is full it becomes the old one, so that nothing is ever sorted or scanned. */
class PieceCache {
  #young = new Map<string, readonly number[]>();
  #old = new Map<string, readonly number[]>();

  get(piece: string): readonly number[] | undefined {
    const young = this.#young.get(piece);
    if (young !== undefined) return young;
    const old = this.#old.get(piece);
    if (old !== undefined) this.set(piece, old);
    return old;
  }

  set(piece: string, tokens: readonly number[]): void {
    if (this.#young.size >= CACHED_PIECES / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(piece, tokens);
  }
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
  readonly #piecePattern: RegExp;
  readonly #cache = new PieceCache();
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
    this.#piecePattern = splitsAtSpaces(model)
      ? new RegExp(`${SPACE_MARK}{1,${MAX_PIECE_CHARS}}[^${SPACE_MARK}]{0,${MAX_PIECE_CHARS}}|[^${SPACE_MARK}]{1,${MAX_PIECE_CHARS}}`, "gu")
      : new RegExp(`[^]{1,${MAX_PIECE_CHARS}}`, "gu");
  }

  /** Token ids of a text. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const part of this.pieces(text)) for (const id of part) ids.push(id);
    return ids;
  }

  /** Token ids of a text, piece by piece (a word, mostly), so that a caller can pause in a long one. */
  *pieces(text: string): Generator<readonly number[], void> {
    const wellFormed = text.toWellFormed();
    const segments = this.#addedPattern === null ? [wellFormed] : wellFormed.split(this.#addedPattern);
    for (const segment of segments) {
      if (segment === "") continue;
      const added = this.#added.get(segment);
      if (added !== undefined) {
        yield [added];
        continue;
      }
      for (const match of this.#normalise(segment).matchAll(this.#piecePattern)) yield this.#encodePiece(match[0]);
    }
  }

  #normalise(segment: string): string {
    let text = segment;
    for (const step of this.#normalizer) {
      text = step.type === "Prepend" ? step.prepend + text : text.replaceAll(step.pattern.String, () => step.content);
    }
    return text;
  }

  #encodePiece(piece: string): readonly number[] {
    if (piece.length > CACHED_PIECE_CHARS) return mergePairs(this.#characters(piece), this.#ranks);
    const cached = this.#cache.get(piece);
    if (cached !== undefined) return cached;
    const tokens = mergePairs(this.#characters(piece), this.#ranks);
    this.#cache.set(piece, tokens);
    return tokens;
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
