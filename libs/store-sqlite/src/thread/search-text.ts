import type { TextQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import type { Admits } from "./admits.ts";
import { inverseFrequency, K1, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { neighboursOf } from "./neighbours.ts";
import type { PostingList } from "./posting-list.ts";
import { ScoreBoard } from "./score-board.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** In documents; below it a word is scored as fast as its place is thought about. */
const FREQUENT = 5_000;
/** Looking a word up in a document costs as much as scoring so many of its postings. */
const LOOK_UP_COST = 10;
/** Sums in another order differ in their last digits. */
const ROUNDING = 1e-9;

interface QueryTerm {
  weight: number;
  postings: PostingList;
}

interface Search {
  database: UserDatabase;
  admitted: Admits;
  statistics: Statistics;
  /** In the order of the query. */
  terms: readonly QueryTerm[];
}

/** Weight of a term by the edits with which it was read as another. */
const READING_WEIGHTS = [1, 0.6, 0.4];

const board = new ScoreBoard();

function readTerms(database: UserDatabase, terms: readonly string[], statistics: Statistics): QueryTerm[] {
  return terms.map((term) => {
    const postings = database.postings.read(encodeTerm(term));
    return { postings, weight: postings.length === 0 ? 0 : inverseFrequency(statistics, postings.length) };
  });
}

/** Terms that no document holds are read as the nearest one that a document let through holds, unless the query has that one too. */
function readMisspelt({ database, admitted, statistics, terms }: Search, asked: readonly string[]): QueryTerm[] {
  const taken = new Set(asked);
  const allowed = (word: string): boolean => !taken.has(word) && isHeld(database.postings.read(encodeTerm(word)), admitted);
  return terms.map((term, place) => {
    if (term.postings.length > 0) return term;
    const reading = database.vocabulary.nearest(asked[place]!, { erasures: database.documents.erasures, allowed });
    if (reading === null) return term;
    taken.add(reading.term);
    const [read] = readTerms(database, [reading.term], statistics);
    return { ...read!, weight: read!.weight * READING_WEIGHTS[reading.edits]! };
  });
}

function isHeld(postings: PostingList, admitted: Admits): boolean {
  let held = false;
  postings.forEach((rid) => void (held ||= admitted(rid)));
  return held;
}

/** Adds a term's score to every document that holds it. */
function scorePostings({ database, statistics }: Search, { weight, postings }: QueryTerm): void {
  const { lengths } = database.documents.columns;
  const { averageLength } = statistics;
  postings.forEach((rid, count) => board.add(rid, weight * saturation(count, lengths[rid]!, averageLength)));
}

/** Adds the scores of terms to these documents only. */
function scoreContenders({ database, statistics }: Search, terms: readonly QueryTerm[], contenders: readonly number[]): void {
  const { lengths } = database.documents.columns;
  for (const rid of contenders) {
    for (const { weight, postings } of terms) {
      const count = postings.countIn(rid);
      if (count > 0) board.add(rid, weight * saturation(count, lengths[rid]!, statistics.averageLength));
    }
  }
}

/** What the terms can add to any document at most. */
const mostOf = (terms: readonly QueryTerm[]): number => terms.reduce((sum, { weight }) => sum + weight * (K1 + 1), 0);

/**
 * Scores on the board, rarest term first. Frequent words are what costs: once as many documents as are wanted have more than all words
 * still to come can add, no other document can get among them, and those words are looked up in the few that still can. Nothing is lost.
 */
function scoreAllTerms(search: Search, limit: number): void {
  const terms = search.terms.filter(({ postings }) => postings.length > 0).sort((a, b) => a.postings.length - b.postings.length);
  board.reset(search.database.documents.last);
  for (const [index, term] of terms.entries()) {
    const rest = terms.slice(index);
    if (index > 0 && term.postings.length >= FREQUENT && scoreRest(search, rest, limit)) return;
    scorePostings(search, term);
  }
}

/** False when too many documents can still get among the best. */
function scoreRest(search: Search, rest: readonly QueryTerm[], limit: number): boolean {
  const best = bestAllowed(search, limit);
  if (best.length < limit) return false;
  const worst = board.sum(best.at(-1)!);
  const most = mostOf(rest) * (1 + ROUNDING);
  if (worst <= most) return false;
  const contenders = board.atLeast(worst - most);
  if (contenders.length * LOOK_UP_COST > rest.reduce((sum, { postings }) => sum + postings.length, 0) / rest.length) return false;
  scoreContenders(search, rest, contenders);
  return true;
}

/** The best documents on the board that realm and filter let through: looks in growing steps until there are enough. */
function bestAllowed({ admitted }: Search, count: number): number[] {
  for (let reach = count + 32; ; reach *= 8) {
    const rids = board.best(reach);
    const allowed = rids.filter(admitted);
    if (allowed.length >= count || rids.length === board.size) return allowed.slice(0, count);
  }
}

/** Scores by query term, one document's after another's. */
function scoreAll({ terms, statistics, database }: Search, rids: readonly number[]): Float64Array {
  const { lengths } = database.documents.columns;
  const scores = new Float64Array(rids.length * terms.length);
  rids.forEach((rid, row) => {
    terms.forEach(({ postings, weight }, term) => {
      const count = postings.countIn(rid);
      if (count > 0) scores[row * terms.length + term] = weight * saturation(count, lengths[rid]!, statistics.averageLength);
    });
  });
  return scores;
}

/** BM25 by term: the best documents of the realm, best first, then the neighbours of the turns among them. Exact. */
export function searchText({ database, realm }: Call, query: TextQuery): HitTable | null {
  const { documents } = database;
  if (query.limit <= 0 || query.terms.length === 0) return null;
  const statistics = readStatistics(database);
  documents.catchUp();
  database.postings.catchUp(documents.erasures);
  const exact: Search = { database, admitted: admits(documents, realm, query.filter), statistics, terms: readTerms(database, query.terms, statistics) };
  const search: Search = { ...exact, terms: readMisspelt(exact, query.terms) };
  const { terms } = search;
  scoreAllTerms(search, query.limit);
  if (board.size === 0) return null;
  const hits = bestAllowed(search, query.limit);
  const rids = [...hits, ...neighboursOf(documents, hits, { window: query.window, admitted: search.admitted })];
  return tabulateHits(documents, rids, { width: terms.length, values: scoreAll(search, rids) });
}
