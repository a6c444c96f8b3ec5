import type { TextHit } from "@memory-cortex/store";
import { analyse } from "@memory-cortex/text";

import { degrade } from "../run.ts";
import type { Run } from "../run.ts";
import { CANDIDATES_PER_LEG } from "./candidates.ts";
import type { GraphLeg } from "./graph-leg.ts";
import { reasonOf } from "./reason-of.ts";
import type { WordsLeg } from "./words-leg.ts";

/**
 * Rows of the words leg for what only the graph brought, so that it is judged by its own words. When the words leg brought fewer than it
 * may, it brought everything that holds a word of the question: then these hold none. Else their texts are read, and each word counts what it
 * commonly counts among the hits, but all together no more than the weakest of those: it would be among them otherwise.
 */
export async function graphRows(run: Run, { terms, hits }: WordsLeg, { hits: named }: GraphLeg): Promise<TextHit[]> {
  if (named.length === 0 || terms.length === 0) return [];
  const known = new Set(hits.map(({ ref }) => ref.id));
  const unknown = named.filter(({ ref }) => !known.has(ref.id));
  if (unknown.length === 0) return [];
  const sums = hits.map(({ scores }) => scores.reduce((sum, score) => sum + score, 0)).filter((sum) => sum > 0);
  const none = terms.map(() => 0);
  if (sums.length < CANDIDATES_PER_LEG) return unknown.map(({ ref }) => ({ ref, scores: none }));
  const texts = await textsOf(run, unknown.map(({ ref }) => ref.id));
  const common = terms.map((_, term) => median(hits.flatMap(({ scores }) => (scores[term]! > 0 ? [scores[term]!] : []))));
  const weakest = sums.reduce((least, sum) => Math.min(least, sum), Infinity);
  return unknown.map(({ ref }) => ({ ref, scores: ownScores(texts.get(ref.id), { terms, common, weakest }) }));
}

async function textsOf(run: Run, ids: readonly string[]): Promise<Map<string, string>> {
  const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => run.services.store.getDocuments(run.realm, ids, { signal }));
  if (answer.outcome === "done") return new Map(answer.result.map(({ id, text }) => [id, text]));
  degrade(run, "graph", reasonOf(run, "graph", answer));
  return new Map();
}

function ownScores(text: string | undefined, { terms, common, weakest }: { terms: readonly string[]; common: readonly number[]; weakest: number }): number[] {
  const held = new Set(text === undefined ? [] : analyse(text));
  const scores = terms.map((term, index) => (held.has(term) ? common[index]! : 0));
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum > weakest ? scores.map((score) => (score * weakest) / sum) : scores;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
