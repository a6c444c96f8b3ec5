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
  admitted: Admits;
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
function scorePostings({ database, statistics }: Search, term: QueryTerm): void {
  term.postings ??= database.postings.read(term.encoded);
  const { lengths } = database.documents.columns;
  const { weight } = term;
  const { averageLength } = statistics;
  term.postings.forEach((rid, count) => board.add(rid, weight * saturation(count, lengths[rid]!, averageLength)));
}

/** The best documents on the board that realm and filter let through: looks in growing steps until there are enough. */
function bestAllowed({ admitted }: Search, count: number): number[] {
  for (let reach = count + 32; ; reach *= 8) {
    const rids = board.best(reach);
    const allowed = rids.filter(admitted);
    if (allowed.length >= count || rids.length === board.size) return allowed.slice(0, count);
  }
}

/** What the terms not read yet could add to any document at most. */
function unreadScore(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, term) => sum + term.weight * (K1 + 1), 0);
}

/** Terms to read, and terms to leave out: in large realms, the most frequent of those that are not in memory. */
function planReading({ database, terms, statistics }: Search): { read: QueryTerm[]; unread: QueryTerm[] } {
  const present = terms.filter((term) => term.frequency > 0);
  const missing = present.filter((term) => term.postings === null).sort((a, b) => a.frequency - b.frequency);
  let documents = 0;
  const cut = statistics.documents <= EXACT_UP_TO_DOCUMENTS ? -1 : missing.findIndex((term, index) => (documents += term.frequency) > DOCUMENTS_BUDGET && index > 0);
  const unread = cut === -1 ? [] : missing.slice(cut);
  for (const { encoded, frequency } of unread) database.postings.leaveOut(encoded, frequency);
  return { read: present.filter((term) => !unread.includes(term)), unread };
}

/** Documents that can be among the best; more than `limit` when terms were left out. */
function selectContenders(search: Search): number[] {
  board.reset(search.database.documents.last);
  const { read, unread } = planReading(search);
  for (const term of read) scorePostings(search, term);
  let best = bestAllowed(search, search.limit);
  while (best.length < search.limit && unread.length > 0) {
    scorePostings(search, unread.shift()!);
    best = bestAllowed(search, search.limit);
  }
  if (unread.length === 0) {
    return best;
  }
  const floor = board.sum(best.at(-1)!) - unreadScore(unread);
  return bestAllowed(search, Math.max(MAX_CONTENDERS, search.limit)).filter((rid) => board.sum(rid) >= floor);
}

/** How often a document holds each query term. */
type Counter = (rid: number) => ArrayLike<number>;

function countInPostings(terms: readonly QueryTerm[]): Counter {
  return (rid) => terms.map((term) => term.postings?.countIn(rid) ?? 0);
}

function countInTexts({ database, terms }: Search, rids: readonly number[]): Counter {
  const places = new Map(terms.map((term, place) => [term.encoded, place]));
  const counted = new Map<number, Uint32Array>();
  const stored: [number, string][] = database.tuples(
    "SELECT d.rid, d.terms FROM json_each(@rids) wanted CROSS JOIN document d ON d.rid = wanted.value",
    { rids: JSON.stringify(rids) },
  );
  for (const [rid, text] of stored) {
    const counts = new Uint32Array(terms.length);
    for (const term of text.split(" ")) {
      const place = places.get(term);
      if (place !== undefined) counts[place]! += 1;
    }
    counted.set(rid, counts);
  }
  return (rid) => counted.get(rid)!;
}

/** Scores by query term, one document's after another's. */
function scoreAll(search: Search, rids: readonly number[]): Float64Array {
  const { terms, statistics, database } = search;
  const { lengths } = database.documents.columns;
  const unread = terms.some((term) => term.postings === null && term.frequency > 0);
  const countsOf = unread ? countInTexts(search, rids) : countInPostings(terms);
  const scores = new Float64Array(rids.length * terms.length);
  rids.forEach((rid, row) => {
    const counts = countsOf(rid);
    for (let term = 0; term < terms.length; term += 1) {
      const count = counts[term]!;
      if (count > 0) scores[row * terms.length + term] = terms[term]!.weight * saturation(count, lengths[rid]!, statistics.averageLength);
    }
  });
  return scores;
}

/** The contenders put in order by all their terms; as many as asked for. */
function bestOf(search: Search, contenders: readonly number[]): number[] {
  const width = search.terms.length;
  const scores = scoreAll(search, contenders);
  const totals = contenders.map((rid, row) => ({ rid, total: scores.subarray(row * width, (row + 1) * width).reduce((sum, score) => sum + score, 0) }));
  return totals.sort((a, b) => b.total - a.total || a.rid - b.rid).slice(0, search.limit).map(({ rid }) => rid);
}

/**
 * BM25 by term: best documents of the realm first, then the neighbours of the turns among them. Exact in small realms and whenever
 * the postings that are not in memory yet fit the budget; else documents that hold only the most frequent terms may be missing behind
 * enough better ones.
 */
export function searchText({ database, realm }: Call, query: TextQuery): HitTable | null {
  const { documents } = database;
  const statistics = readStatistics(database);
  documents.catchUp();
  database.postings.catchUp(statistics.documents);
  const terms = readTerms(database, query.terms, statistics);
  if (query.limit <= 0 || terms.every((term) => term.frequency === 0)) return null;
  const search: Search = { database, admitted: admits(documents, realm, query.filter), statistics, terms, limit: query.limit };
  const hits = bestOf(search, selectContenders(search));
  const rids = [...hits, ...neighboursOf(documents, hits, { window: query.window, admitted: search.admitted })];
  return tabulateHits(documents, rids, { width: terms.length, values: scoreAll(search, rids) });
}
