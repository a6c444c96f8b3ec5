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
  const { holders, weakest } = holdersOf(hits);
  const none = terms.map(() => 0);
  if (holders.length < CANDIDATES_PER_LEG) return unknown.map(({ ref }) => ({ ref, scores: none }));
  const common = terms.map((_, term) => (unknown.some(({ holds }) => holds[term]) ? commonScore(holders, term) : 0));
  return unknown.map(({ ref, holds }) => ({ ref, scores: ownScores(holds, { common, weakest }) }));
}

/** The hits that hold a term, not mere neighbours, and the lowest sum of scores among them. A loop: a recall passes a thousand through it. */
function holdersOf(hits: readonly TextHit[]): { holders: TextHit[]; weakest: number } {
  const holders: TextHit[] = [];
  let weakest = Infinity;
  for (const hit of hits) {
    let sum = 0;
    for (let term = 0; term < hit.scores.length; term += 1) sum += hit.scores[term]!;
    if (sum <= 0) continue;
    holders.push(hit);
    if (sum < weakest) weakest = sum;
  }
  return { holders, weakest };
}

/** The middle one of what a term counts in those that hold it. */
function commonScore(holders: readonly TextHit[], term: number): number {
  const scores: number[] = [];
  for (const hit of holders) if (hit.scores[term]! > 0) scores.push(hit.scores[term]!);
  return Float64Array.from(scores).sort()[Math.floor(scores.length / 2)] ?? 0;
}

function ownScores(holds: readonly boolean[], { common, weakest }: { common: readonly number[]; weakest: number }): number[] {
  const scores = common.map((score, term) => (holds[term] === true ? score : 0));
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum > weakest ? scores.map((score) => (score * weakest) / sum) : scores;
}
