import type { RecallStages } from "../recall.ts";
import type { FusedCandidate } from "../stages/fuse.ts";
import { bestFirst } from "../stages/fuse.ts";
import type { Found } from "../stages/legs.ts";

/** At which place (from 1) a document stood at each stage; null where it was not. */
export interface Placing {
  words: number | null;
  meaning: Record<string, number | null>;
  fused: number | null;
  ranked: number | null;
  scored: number | null;
}

/** Places of all documents at all stages, each found once. */
export class Placings {
  readonly #words: ReadonlyMap<string, number>;
  readonly #meaning: readonly { name: string; places: ReadonlyMap<string, number> }[];
  readonly #fused: ReadonlyMap<string, number>;
  readonly #ranked: ReadonlyMap<string, number>;
  readonly #scored: ReadonlyMap<string, number>;

  constructor(stages: RecallStages | null) {
    const { found, fusion, ranked = [], scored = [] } = stages ?? {};
    this.#words = found === undefined ? new Map() : placesOf(found, found.words.map((score) => (score > 0 ? score : NaN)));
    this.#meaning = found === undefined ? [] : found.meaning.map(({ name, cosines }) => ({ name, places: placesOf(found, cosines) }));
    this.#fused = inOrder((fusion?.candidates ?? []).toSorted(bestFirst).map(idOf));
    this.#ranked = inOrder(ranked.map(idOf));
    this.#scored = inOrder(scored.map(({ document }) => document.id));
  }

  of(id: string): Placing {
    return {
      words: this.#words.get(id) ?? null,
      meaning: Object.fromEntries(this.#meaning.map(({ name, places }) => [name, places.get(id) ?? null])),
      fused: this.#fused.get(id) ?? null,
      ranked: this.#ranked.get(id) ?? null,
      scored: this.#scored.get(id) ?? null,
    };
  }
}

const idOf = ({ ref }: FusedCandidate): string => ref.id;

const inOrder = (ids: readonly string[]): Map<string, number> => new Map(ids.map((id, index) => [id, index + 1]));

/** By score, highest first; NaN is not there. */
function placesOf({ refs }: Found, scores: Float64Array): Map<string, number> {
  const scored = refs.flatMap(({ id }, index) => (Number.isNaN(scores[index]) ? [] : [{ id, score: scores[index]! }]));
  return inOrder(scored.sort((a, b) => b.score - a.score).map(({ id }) => id));
}
