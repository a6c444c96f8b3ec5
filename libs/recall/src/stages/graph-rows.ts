import type { TextHit } from "@memory-cortex/store";

import { CANDIDATES_PER_LEG } from "./candidates.ts";
import type { GraphLeg } from "./graph-leg.ts";
import type { WordsLeg } from "./words-leg.ts";

/**
 * Rows of the words leg for what only the graph brought, so that it is judged by its own words. When the words leg brought fewer than it
 * may, it brought everything that holds a word of the question: then these hold none. Else each word that they hold counts what it commonly
 * counts among the hits, but all together no more than the weakest of those: it would be among them otherwise.
 */
export function graphRows({ terms, hits }: WordsLeg, { hits: named }: GraphLeg): TextHit[] {
  if (named.length === 0 || terms.length === 0) return [];
  const known = new Set(hits.map(({ ref }) => ref.id));
  const unknown = named.filter(({ ref }) => !known.has(ref.id));
  if (unknown.length === 0) return [];
  const sums = hits.map(({ scores }) => scores.reduce((sum, score) => sum + score, 0)).filter((sum) => sum > 0);
  const none = terms.map(() => 0);
  if (sums.length < CANDIDATES_PER_LEG) return unknown.map(({ ref }) => ({ ref, scores: none }));
  const common = terms.map((_, term) => median(hits.flatMap(({ scores }) => (scores[term]! > 0 ? [scores[term]!] : []))));
  const weakest = sums.reduce((least, sum) => Math.min(least, sum), Infinity);
  return unknown.map(({ ref, holds }) => ({ ref, scores: ownScores(holds, { common, weakest }) }));
}

function ownScores(holds: readonly boolean[], { common, weakest }: { common: readonly number[]; weakest: number }): number[] {
  const scores = common.map((score, term) => (holds[term] === true ? score : 0));
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum > weakest ? scores.map((score) => (score * weakest) / sum) : scores;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
