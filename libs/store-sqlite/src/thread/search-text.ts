import type { TextHit, TextQuery } from "@memory-cortex/store";

import { inverseFrequency, K1, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { selectAllowed, selectNeighbours, toRef } from "./hits.ts";
import type { HitRow } from "./hits.ts";
import { searchCondition } from "./realm-sql.ts";
import type { PostingList } from "./posting-list.ts";
import type { Condition } from "./realm-sql.ts";
import { ScoreBoard } from "./score-board.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** Up to so many documents a search is exact whatever it asks. */
const EXACT_UP_TO_DOCUMENTS = 5_000;
/** Beyond, terms not in memory yet are read rarest first until so many documents were found (about 10 ms); the others only score what those found. */
const DOCUMENTS_BUDGET = 40_000;
/** Candidates that are scored again with the terms left out. */
const MAX_CONTENDERS = 500;

interface QueryTerm {
  encoded: string;
  frequency: number;
  weight: number;
  /** Null until read. */
  postings: PostingList | null;
}

interface Search {
  database: UserDatabase;
  condition: Condition;
  statistics: Statistics;
  /** In the order of the query. */
  terms: readonly QueryTerm[];
  limit: number;
}

const board = new ScoreBoard();

function readTerms(database: UserDatabase, terms: readonly string[], statistics: Statistics): QueryTerm[] {
  return terms.map((term) => {
    const encoded = encodeTerm(term);
    const postings = database.postings.get(encoded) ?? null;
    const frequency = postings?.length ?? database.value<number>("SELECT doc FROM vocabulary WHERE term = @encoded", { encoded }) ?? 0;
    return { encoded, frequency, weight: frequency === 0 ? 0 : inverseFrequency(statistics, frequency), postings };
  });
}

/** Adds a term's score to every document that holds it. */
function scorePostings(search: Search, term: QueryTerm): void {
  const { database, statistics } = search;
  term.postings ??= database.postings.read(term.encoded);
  const { rids, counts, length } = term.postings;
  const { lengths } = database.documents;
  for (let index = 0; index < length; index += 1) {
    const rid = rids[index]!;
    board.add(rid, term.weight * saturation(counts[index]!, lengths[rid]!, statistics.averageLength));
  }
}

/** The best documents on the board that realm and filter let through: asks in growing steps until there are enough. */
function bestAllowed(search: Search, count: number): HitRow[] {
  for (let reach = count + 32; ; reach *= 8) {
    const rids = board.best(reach);
    const allowed = selectAllowed(search.database, search.condition, rids);
    if (allowed.length >= count || rids.length === board.size) {
      return allowed.slice(0, count);
    }
  }
}

/** What the terms not read yet could add to any document at most. */
function unreadScore(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, term) => sum + term.weight * (K1 + 1), 0);
}

/** Terms to read, and terms to leave out: in large realms, the most frequent of those that are not in memory. */
function planReading(terms: readonly QueryTerm[], exact: boolean): { read: QueryTerm[]; unread: QueryTerm[] } {
  const present = terms.filter((term) => term.frequency > 0);
  const missing = present.filter((term) => term.postings === null).sort((a, b) => a.frequency - b.frequency);
  let documents = 0;
  const cut = exact ? -1 : missing.findIndex((term, index) => (documents += term.frequency) > DOCUMENTS_BUDGET && index > 0);
  const unread = cut === -1 ? [] : missing.slice(cut);
  return { read: present.filter((term) => !unread.includes(term)), unread };
}

/** Documents that can be among the best; more than `limit` when terms were left out. */
function selectContenders(search: Search): HitRow[] {
  board.reset(search.database.documents.lengths.length);
  const { read, unread } = planReading(search.terms, search.statistics.documents <= EXACT_UP_TO_DOCUMENTS);
  for (const term of read) scorePostings(search, term);
  let best = bestAllowed(search, search.limit);
  while (best.length < search.limit && unread.length > 0) {
    scorePostings(search, unread.shift()!);
    best = bestAllowed(search, search.limit);
  }
  if (unread.length === 0) {
    return best;
  }
  const floor = board.sum(best.at(-1)!.rid) - unreadScore(unread);
  return bestAllowed(search, Math.max(MAX_CONTENDERS, search.limit)).filter((row) => board.sum(row.rid) >= floor);
}

/** How often each query term stands in each document. */
function countTerms(search: Search, rids: readonly number[]): Map<number, number[]> {
  return search.terms.some((term) => term.postings === null && term.frequency > 0) ? countInTexts(search, rids) : countInPostings(search, rids);
}

function countInPostings({ terms }: Search, rids: readonly number[]): Map<number, number[]> {
  return new Map(rids.map((rid) => [rid, terms.map((term) => term.postings?.countIn(rid) ?? 0)]));
}

function countInTexts({ database, terms }: Search, rids: readonly number[]): Map<number, number[]> {
  const places = new Map(terms.map((term, place) => [term.encoded, place]));
  const stored = database.all<{ rid: number; terms: string }>(
    "SELECT d.rid, d.terms FROM json_each(@rids) wanted CROSS JOIN document d ON d.rid = wanted.value",
    { rids: JSON.stringify(rids) },
  );
  return new Map(
    stored.map(({ rid, terms: text }) => {
      const counts = new Array<number>(terms.length).fill(0);
      for (const term of text.split(" ")) {
        const place = places.get(term);
        if (place !== undefined) counts[place]! += 1;
      }
      return [rid, counts];
    }),
  );
}

/** Scores by query term. */
function scoreRows(search: Search, rows: readonly HitRow[]): Map<number, number[]> {
  const { terms, statistics, database } = search;
  const counted = countTerms(search, rows.map((row) => row.rid));
  const scored = new Map<number, number[]>();
  for (const [rid, counts] of counted) {
    const length = database.documents.lengths[rid]!;
    scored.set(rid, counts.map((count, place) => (count === 0 ? 0 : terms[place]!.weight * saturation(count, length, statistics.averageLength))));
  }
  return scored;
}

const total = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0);

function toHits(rows: readonly HitRow[], scores: Map<number, number[]>): TextHit[] {
  return rows.map((row) => ({ ref: toRef(row), scores: scores.get(row.rid)! }));
}

/**
 * BM25 by term: best documents of the realm first, then the neighbours of the turns among them. Exact in small realms and whenever
 * the postings that are not in memory yet fit the budget; else documents that hold only the most frequent terms may be missing behind
 * enough better ones.
 */
export function searchText({ database, realm }: Call, query: TextQuery): TextHit[] {
  const statistics = readStatistics(database);
  database.documents.catchUp();
  database.postings.catchUp(statistics.documents);
  const terms = readTerms(database, query.terms, statistics);
  const search = { database, condition: searchCondition(realm, query.filter), statistics, terms, limit: query.limit };
  if (query.limit <= 0 || terms.every((term) => term.frequency === 0)) {
    return [];
  }
  const contenders = selectContenders(search);
  const scores = scoreRows(search, contenders);
  const byScore = contenders
    .map((row) => ({ row, sum: total(scores.get(row.rid)!) }))
    .sort((a, b) => b.sum - a.sum || a.row.rid - b.row.rid);
  const hits = byScore.slice(0, query.limit).map(({ row }) => row);
  const neighbours = selectNeighbours(database, search.condition, { hits, window: query.window });
  return [...toHits(hits, scores), ...toHits(neighbours, scoreRows(search, neighbours))];
}
