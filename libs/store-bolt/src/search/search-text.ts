import type { TextHit, TextQuery } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { searchTextQuery } from "../queries/search-text.ts";
import { REF_LENGTH, toRefAndLength } from "../records/document-ref.ts";
import type { RefRow } from "../records/document-ref.ts";
import { inverseFrequency, saturation } from "./bm25.ts";
import { filterParameters } from "./document-filter.ts";
import { termToken } from "./encode-terms.ts";
import { readMisspelt } from "./read-misspelt.ts";
import type { ReadTerm } from "./read-misspelt.ts";
import { scopeOf } from "./scope-of.ts";
import { shelvesNear } from "./shelves.ts";

/** So many times the limit are read from the index: its order differs from ours by its own average length and by coarse lengths. */
const FETCHED = 2;
const FETCHED_AT_LEAST = 100;
/** When the filter leaves too few of these, so many times more are read. */
const MORE = 16;

interface Answer {
  total: number;
  termTotal: number;
  /** By term: how many documents of the user hold it, and of the realm. */
  documents: number[];
  readable: number[];
  /** Near to terms that no document of the realm holds. */
  words: string[];
  /** How many the index gave. */
  fetched: number;
  hits: string[];
  rows: RefRow[];
}

/** Asks once; again with more candidates while the filter takes so many that fewer than the limit stay. */
async function ask(call: BoltCall, query: TextQuery, terms: readonly ReadTerm[]): Promise<Answer | undefined> {
  const { realm, transaction } = call;
  const asked = terms.map(({ term, factor, isRead }, place) => ({ place, factor, token: termToken(realm.userId, term), shelves: isRead ? [] : shelvesNear(realm.userId, term) }));
  const parameters = { terms: asked, tokens: asked.map(({ token }) => token), scope: `${scopeOf(realm, query.filter)}+(`, limit: query.limit, window: query.window, surrounded: query.surrounded ?? query.limit, ...filterParameters(query.filter) };
  for (let fetch = Math.max(FETCHED_AT_LEAST, FETCHED * query.limit); ; fetch *= MORE) {
    const [answer] = await transaction.run<Answer>(searchTextQuery, { ...parameters, fetch });
    if (answer === undefined || answer.fetched < fetch || answer.hits.length >= query.limit) return answer;
  }
}

function toHits(answer: Answer, terms: readonly ReadTerm[]): TextHit[] {
  const statistics = { documents: answer.total, averageLength: answer.termTotal / answer.total };
  const weights = terms.map(({ factor }, place) => factor * inverseFrequency(statistics, answer.documents[place]!));
  const scored = answer.rows.map((row) => {
    const { ref, termCount } = toRefAndLength(row);
    const counts = row[REF_LENGTH] as number[];
    const scores = counts.map((count, place) => weights[place]! * saturation(count, termCount, statistics.averageLength));
    return { hit: { ref, scores }, total: scores.reduce((sum, score) => sum + score, 0) };
  });
  const chosen = new Set(answer.hits);
  const best = scored.filter(({ hit }) => chosen.has(hit.ref.id)).sort((a, b) => b.total - a.total);
  return [...best, ...scored.filter(({ hit }) => !chosen.has(hit.ref.id))].map(({ hit }) => hit);
}

/**
 * BM25 by term: the best documents of the realm, best first, then the turns beside the turns among them. One round trip; up to two more when
 * a term that nobody said is near to a word.
 */
export async function searchText(call: BoltCall, query: TextQuery): Promise<TextHit[]> {
  if (query.limit <= 0 || query.terms.length === 0 || query.filter.kinds.length === 0) return [];
  const asked = query.terms.map((term): ReadTerm => ({ term, factor: 1, isRead: false }));
  const answer = await ask(call, query, asked);
  if (answer === undefined) return [];
  const terms = await readMisspelt(call, query, answer);
  if (terms === null) return toHits(answer, asked);
  const corrected = await ask(call, query, terms);
  return corrected === undefined ? [] : toHits(corrected, terms);
}
