import type { TokenizerModel } from "./tokenizer-model.ts";

/** Mandelbrot's shift of Zipf's law; the usual value for words, and nothing here is sensitive to it. */
const SHIFT = 2.7;
/** Share of tokens that are single characters: punctuation, mostly, and scripts without words of their own. */
const CHARACTER_MASS = 0.2;

function addZipf(shares: Float64Array, ids: readonly number[], mass: number): void {
  let sum = 0;
  ids.forEach((_, position) => (sum += 1 / (position + 1 + SHIFT)));
  ids.forEach((id, position) => (shares[id] = mass / (position + 1 + SHIFT) / sum));
}

/**
 * How often tokens occur in text at large, estimated from the tokenizer itself: byte-pair training makes the commonest tokens
 * first, so the order of ids is an order of frequency, and shares follow the law of Zipf and Mandelbrot over that order.
 * Single characters are a list of their own, likewise in order. Bytes and special tokens get the smallest share.
 * Sums to about 1. See docs/decisions/static-embedding.md for what was measured against it.
 */
export function backgroundShares(model: TokenizerModel, size: number): Float64Array {
  const special = new Set(model.addedTokens.map(({ id }) => id));
  const merged: number[] = [];
  const characters: number[] = [];
  for (const [text, id] of model.vocabulary) {
    if (id >= size || special.has(id) || /^<0x[0-9A-F]{2}>$/u.test(text)) continue;
    ([...text].length > 1 ? merged : characters).push(id);
  }
  const shares = new Float64Array(size);
  addZipf(shares, merged.sort((a, b) => a - b), 1 - CHARACTER_MASS);
  addZipf(shares, characters.sort((a, b) => a - b), CHARACTER_MASS);
  const smallest = shares.reduce((low, share) => (share > 0 && share < low ? share : low), 1);
  return shares.map((share) => (share > 0 ? share : smallest));
}
