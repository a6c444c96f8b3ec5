import type { TermTable } from "@memory-cortex/scoring";
import type { TextHit } from "@memory-cortex/store";

import { CANDIDATES_PER_LEG } from "./candidates.ts";
import type { GraphLeg } from "./graph-leg.ts";
import type { WordsLeg } from "./words-leg.ts";

/**
 * Rows of the words leg for what only the graph brought, so that it is judged by its own words. When the words leg brought fewer than it
 * may, it brought everything that holds a word of the question: then these hold none. Else each word that they hold counts what it commonly
 * counts among the hits, but all together no more than the weakest of those: it would be among them otherwise.
 */
export function graphRows({ terms, places, table }: WordsLeg, { hits: named }: GraphLeg): TextHit[] {
  if (named.length === 0 || terms.length === 0) return [];
  const unknown = named.filter(({ ref }) => !places.has(ref.id));
  if (unknown.length === 0) return [];
  const none = terms.map(() => 0);
  if (table.holders.length < CANDIDATES_PER_LEG) return unknown.map(({ ref }) => ({ ref, scores: none }));
  const common = terms.map((_, term) => (unknown.some(({ holds }) => holds[term]) ? commonScore(table, term) : 0));
  const weakest = weakestOf(table);
  return unknown.map(({ ref, holds }) => ({ ref, scores: ownScores(holds, { common, weakest }) }));
}

/** The lowest sum of scores among those that hold a term. */
function weakestOf({ terms, scores, holders }: TermTable): number {
  let weakest = Infinity;
  for (const row of holders) {
    let sum = 0;
    for (let term = 0; term < terms; term += 1) sum += scores[row * terms + term]!;
    if (sum < weakest) weakest = sum;
  }
  return weakest;
}

/** The middle one of what a term counts in those that hold it. */
function commonScore({ terms, scores, holders }: TermTable, term: number): number {
  const known = new Float64Array(holders.length);
  let count = 0;
  for (const row of holders) {
    const score = scores[row * terms + term]!;
    if (score > 0) known[count++] = score;
  }
  return known.subarray(0, count).sort()[Math.floor(count / 2)] ?? 0;
}

function ownScores(holds: readonly boolean[], { common, weakest }: { common: readonly number[]; weakest: number }): number[] {
  const scores = common.map((score, term) => (holds[term] === true ? score : 0));
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum > weakest ? scores.map((score) => (score * weakest) / sum) : scores;
}
