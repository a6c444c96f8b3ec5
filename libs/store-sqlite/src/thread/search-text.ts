import type { TextHit, TextQuery } from "@memory-cortex/store";

import { inverseFrequency, K1, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { selectAllowed, selectNeighbours, toRef } from "./hits.ts";
import type { HitRow } from "./hits.ts";
import { searchCondition } from "./realm-sql.ts";
import type { Condition } from "./realm-sql.ts";
import { ScoreBoard } from "./score-board.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** Up to so many documents a search is exact whatever it asks. */
const EXACT_UP_TO_DOCUMENTS = 5_000;
/** Beyond, terms are read rarest first until so many postings were read (about 10 ms); the rest only scores what those found. */
const POSTINGS_BUDGET = 40_000;
/** Candidates that are scored again with the terms left out. */
const MAX_CONTENDERS = 2_000;

interface QueryTerm {
  encoded: string;
  frequency: number;
  weight: number;
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
    const frequency = database.value<number>("SELECT doc FROM vocabulary WHERE term = @encoded", { encoded }) ?? 0;
    return { encoded, frequency, weight: frequency === 0 ? 0 : inverseFrequency(statistics, frequency) };
  });
}

/** Adds a term's score to every document that holds it. Postings come ordered by document, one row for each occurrence. */
function scorePostings(search: Search, term: QueryTerm, lengths: Uint32Array): void {
  const postings = search.database.column<number>("SELECT doc FROM posting WHERE term = @encoded", { encoded: term.encoded });
  const { averageLength } = search.statistics;
  for (let index = 0; index < postings.length; ) {
    const rid = postings[index]!;
    let end = index + 1;
    while (postings[end] === rid) end += 1;
    board.add(rid, term.weight * saturation(end - index, lengths[rid]!, averageLength));
    index = end;
  }
}

/** The best documents on the board that realm and filter let through: asks in growing steps until there are enough. */
function bestAllowed(search: Search, count: number): HitRow[] {
  for (let reach = count * 2 + 32; ; reach *= 8) {
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

function documentsOfQuery(terms: readonly QueryTerm[], exact: boolean): QueryTerm[][] {
  const byRarity = terms.filter((term) => term.frequency > 0).sort((a, b) => a.frequency - b.frequency);
  if (exact) {
    return [byRarity, []];
  }
  let postings = 0;
  const cut = byRarity.findIndex((term, index) => (postings += term.frequency) > POSTINGS_BUDGET && index > 0);
  return cut === -1 ? [byRarity, []] : [byRarity.slice(0, cut), byRarity.slice(cut)];
}

/** Documents that can be among the best; more than `limit` when terms were left out. */
function selectContenders(search: Search): HitRow[] {
  const lengths = search.database.lengths.current();
  board.reset(lengths.length);
  const [read = [], unread = []] = documentsOfQuery(search.terms, search.statistics.documents <= EXACT_UP_TO_DOCUMENTS);
  for (const term of read) {
    scorePostings(search, term, lengths);
  }
  let best = bestAllowed(search, search.limit);
  while (best.length < search.limit && unread.length > 0) {
    scorePostings(search, unread.shift()!, lengths);
    best = bestAllowed(search, search.limit);
  }
  if (unread.length === 0) {
    return best;
  }
  const floor = board.sum(best.at(-1)!.rid) - unreadScore(unread);
  return bestAllowed(search, Math.max(MAX_CONTENDERS, search.limit)).filter((row) => board.sum(row.rid) >= floor);
}

/** Scores by query term, from the stored terms of each document: exact also for terms whose postings were not read. */
function scoreRows(search: Search, rows: readonly HitRow[]): Map<number, number[]> {
  const places = new Map(search.terms.map((term, place) => [term.encoded, place]));
  const stored = search.database.all<{ rid: number; terms: string; length: number }>(
    "SELECT d.rid, d.terms, d.term_count AS length FROM json_each(@rids) wanted CROSS JOIN document d ON d.rid = wanted.value",
    { rids: JSON.stringify(rows.map((row) => row.rid)) },
  );
  return new Map(
    stored.map(({ rid, terms, length }) => {
      const counts = new Array<number>(search.terms.length).fill(0);
      for (const term of terms.split(" ")) {
        const place = places.get(term);
        if (place !== undefined) counts[place]! += 1;
      }
      const scores = counts.map((count, place) =>
        count === 0 ? 0 : search.terms[place]!.weight * saturation(count, length, search.statistics.averageLength),
      );
      return [rid, scores];
    }),
  );
}

const total = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0);

function toHits(rows: readonly HitRow[], scores: Map<number, number[]>): TextHit[] {
  return rows.map((row) => ({ ref: toRef(row), scores: scores.get(row.rid)! }));
}

/**
 * BM25 by term: best documents of the realm first, then the neighbours of the turns among them. Exact in small realms and whenever
 * all postings fit the budget; else documents that hold only the most frequent terms may be missing behind enough better ones.
 */
export function searchText({ database, realm }: Call, query: TextQuery): TextHit[] {
  const statistics = readStatistics(database);
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
