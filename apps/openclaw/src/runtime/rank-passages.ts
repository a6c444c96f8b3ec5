import { analyseQuery } from "@memory-cortex/text";

import type { Passage } from "./passages.ts";

export interface RankedPassage {
  passage: Passage;
  /** [0, 1] */
  score: number;
}

/** Words without meaning never count as much as what a search over both is sure of. */
const WORDS_ALONE = 0.8;
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Dated notes lose half of their weight in so many days; what is not dated never ages. */
const HALF_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;
const DATED = /(?:^|\/)memory\/(\d{4})-(\d{2})-(\d{2})/;

/**
 * Passages that hold words of the query, best first: by BM25 among themselves, and scored by how much of what the query asks for they hold
 * (rare words count more), so that the score can stand beside one of another search.
 */
export function rankPassages(passages: readonly Passage[], query: string, { now, limit }: { now: number; limit: number }): RankedPassage[] {
  const wanted = [...new Set(analyseQuery(query))];
  if (wanted.length === 0 || passages.length === 0) return [];
  const rarity = new Map(wanted.map((term) => [term, rarityOf(term, passages)]));
  const all = [...rarity.values()].reduce((sum, value) => sum + value, 0);
  const meanLength = passages.reduce((sum, { length }) => sum + length, 0) / passages.length;
  return passages
    .flatMap((passage) => {
      const held = wanted.filter((term) => passage.terms.has(term));
      if (held.length === 0) return [];
      const bm25 = held.reduce((sum, term) => sum + rarity.get(term)! * saturated(passage, term, meanLength), 0);
      const share = held.reduce((sum, term) => sum + rarity.get(term)!, 0) / all;
      const aged = agingOf(passage.path, now);
      return [{ passage, score: share * aged * WORDS_ALONE, rank: bm25 * aged }];
    })
    .sort((one, other) => other.rank - one.rank || one.passage.path.localeCompare(other.passage.path) || one.passage.startLine - other.passage.startLine)
    .slice(0, limit)
    .map(({ passage, score }) => ({ passage, score }));
}

function rarityOf(term: string, passages: readonly Passage[]): number {
  const holders = passages.reduce((count, { terms }) => count + (terms.has(term) ? 1 : 0), 0);
  return Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5));
}

function saturated(passage: Passage, term: string, meanLength: number): number {
  const count = passage.terms.get(term)!;
  return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * passage.length) / meanLength));
}

function agingOf(path: string, now: number): number {
  const dated = DATED.exec(path);
  if (dated === null) return 1;
  const days = (now - Date.UTC(Number(dated[1]), Number(dated[2]) - 1, Number(dated[3]))) / DAY_MS;
  return Number.isFinite(days) ? 2 ** (-Math.max(0, days) / HALF_LIFE_DAYS) : 1;
}
