import type { TextQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import type { Admits } from "./admits.ts";
import { inverseFrequency, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { neighboursOf } from "./neighbours.ts";
import type { PostingList } from "./posting-list.ts";
import { ScoreBoard } from "./score-board.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

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

const board = new ScoreBoard();

function readTerms(database: UserDatabase, terms: readonly string[], statistics: Statistics): QueryTerm[] {
  return terms.map((term) => {
    const postings = database.postings.read(encodeTerm(term));
    return { postings, weight: postings.length === 0 ? 0 : inverseFrequency(statistics, postings.length) };
  });
}

/** Adds a term's score to every document that holds it. */
function scorePostings({ database, statistics }: Search, term: QueryTerm): void {
  const { lengths } = database.documents.columns;
  const { weight, postings } = term;
  const { averageLength } = statistics;
  postings.forEach((rid, count) => board.add(rid, weight * saturation(count, lengths[rid]!, averageLength)));
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
  const terms = readTerms(database, query.terms, statistics);
  const search: Search = { database, admitted: admits(documents, realm, query.filter), statistics, terms };
  board.reset(documents.last);
  for (const term of terms) scorePostings(search, term);
  if (board.size === 0) return null;
  const hits = bestAllowed(search, query.limit);
  const rids = [...hits, ...neighboursOf(documents, hits, { window: query.window, admitted: search.admitted })];
  return tabulateHits(documents, rids, { width: terms.length, values: scoreAll(search, rids) });
}
