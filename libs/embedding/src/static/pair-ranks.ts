import { CortexError } from "@memory-cortex/models";
import type { TokenizerModel } from "./tokenizer-model.ts";

const EMPTY = -1;

function slotOf(first: number, second: number, mask: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}

/**
 * Which pairs of tokens join into which token, and in what order. A table with open addressing over plain integers: this look-up is
 * most of the work of tokenizing, and a Map with a key for each pair takes several times as long.
 */
export class PairRanks {
  readonly #mask: number;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #rank: Int32Array;
  readonly #joined: Int32Array;

  constructor(model: TokenizerModel) {
    // At most half full, so that the next free slot is near.
    const slots = 2 ** Math.ceil(Math.log2(2 * model.merges.length + 2));
    this.#mask = slots - 1;
    this.#first = new Int32Array(slots);
    this.#second = new Int32Array(slots);
    this.#rank = new Int32Array(slots).fill(EMPTY);
    this.#joined = new Int32Array(model.merges.length);
    model.merges.forEach(({ left, right }, rank) => {
      const first = model.vocabulary.get(left);
      const second = model.vocabulary.get(right);
      const joined = model.vocabulary.get(left + right);
      if (first === undefined || second === undefined || joined === undefined) {
        throw new CortexError("model_corrupt", { detail: "A merge of the tokenizer names a token that does not exist" });
      }
      const slot = this.#find(first, second);
      this.#first[slot] = first;
      this.#second[slot] = second;
      this.#rank[slot] = rank;
      this.#joined[rank] = joined;
    });
  }

  /** Rank of the pair, lower first; −1 when the two never join. */
  rank(first: number, second: number): number {
    return this.#rank[this.#find(first, second)]!;
  }

  /** The token that a merge of this rank makes. */
  joined(rank: number): number {
    return this.#joined[rank]!;
  }

  /** Slot of the pair, or the free one where it would go. */
  #find(first: number, second: number): number {
    let slot = slotOf(first, second, this.#mask);
    while (this.#rank[slot] !== EMPTY && (this.#first[slot] !== first || this.#second[slot] !== second)) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
