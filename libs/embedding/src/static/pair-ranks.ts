import { CortexError } from "@memory-cortex/models";
import type { TokenizerModel } from "./tokenizer-model.ts";

/** No token id reaches this, so that a pair fits a plain integer. */
const ID_SPACE = 2 ** 24;

/** Which pairs of tokens join into which token, and in what order. */
export class PairRanks {
  readonly #ranks = new Map<number, number>();
  readonly #joined: Uint32Array;

  constructor(model: TokenizerModel) {
    this.#joined = new Uint32Array(model.merges.length);
    model.merges.forEach(({ left, right }, rank) => {
      const first = model.vocabulary.get(left);
      const second = model.vocabulary.get(right);
      const joined = model.vocabulary.get(left + right);
      if (first === undefined || second === undefined || joined === undefined || joined >= ID_SPACE) {
        throw new CortexError("model_corrupt", { detail: "A merge of the tokenizer names a token that does not exist" });
      }
      this.#ranks.set(first * ID_SPACE + second, rank);
      this.#joined[rank] = joined;
    });
  }

  /** Rank of the pair, lower first; −1 when the two never join. */
  rank(first: number, second: number): number {
    return this.#ranks.get(first * ID_SPACE + second) ?? -1;
  }

  /** The token that a merge of this rank makes. */
  joined(rank: number): number {
    return this.#joined[rank]!;
  }
}
