import { DOCUMENT_KINDS } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { TextQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import type { Admits } from "./admits.ts";
import { inverseFrequency, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { neighboursOf } from "./neighbours.ts";
import { bestByTerms } from "./score-blocks.ts";
import type { QueryTerm } from "./score-blocks.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

interface Search {
  database: UserDatabase;
  admitted: Admits;
  statistics: Statistics;
  /** In the order of the query. */
  terms: readonly QueryTerm[];
}

/** Weight of a term by the edits with which it was read as another. */
const READING_WEIGHTS = [1, 0.6, 0.4];

function readTerms(database: UserDatabase, terms: readonly string[], statistics: Statistics): QueryTerm[] {
  return terms.map((term) => {
    const postings = database.postings.read(encodeTerm(term));
    return { postings, weight: postings.length === 0 ? 0 : inverseFrequency(statistics, postings.length) };
  });
}

/**
 * Terms that no document of the realm holds are read as the nearest one that a document let through holds, unless the query has that one
 * too. What stands only in namespaces that may not be read tells nothing: not even by how a word is read.
 */
function readMisspelt({ database, admitted, statistics, terms }: Search, realm: Realm, asked: readonly string[]): QueryTerm[] {
  const taken = new Set(asked);
  const groups = database.documents.allowed(realm, DOCUMENT_KINDS);
  const readable: Admits = (rid) => groups[database.documents.columns.groups[rid]!] !== 0;
  const allowed = (word: string): boolean => !taken.has(word) && database.postings.read(encodeTerm(word)).some(admitted);
  return terms.map((term, place) => {
    if (term.postings.some(readable)) return term;
    const reading = database.vocabulary.nearest(asked[place]!, { erasures: database.documents.erasures, allowed });
    if (reading === null) return term;
    taken.add(reading.term);
    const [read] = readTerms(database, [reading.term], statistics);
    return { ...read!, weight: read!.weight * READING_WEIGHTS[reading.edits]! };
  });
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
  const search: Search = { ...exact, terms: readMisspelt(exact, realm, query.terms) };
  const { terms } = search;
  const hits = bestByTerms({ terms, lengths: documents.columns.lengths, averageLength: statistics.averageLength, admitted: search.admitted, limit: query.limit });
  if (hits.length === 0) return null;
  const rids = [...hits, ...neighboursOf(documents, hits, { window: query.window, admitted: search.admitted })];
  return tabulateHits(documents, rids, { width: terms.length, values: scoreAll(search, rids) });
}
