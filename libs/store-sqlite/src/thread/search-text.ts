import { DOCUMENT_KINDS } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { TextQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits, asksMemoriesOnly } from "./admits.ts";
import type { Admits } from "./admits.ts";
import { inverseFrequency, readStatistics, saturation } from "./bm25.ts";
import type { Statistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { neighboursOf } from "./neighbours.ts";
import type { TermOfMemories } from "./posting-cache.ts";
import type { PostingList } from "./posting-list.ts";
import { bestByTerms } from "./score-blocks.ts";
import type { QueryTerm } from "./score-blocks.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

interface Reading {
  database: UserDatabase;
  statistics: Statistics;
  /** Only among them is searched. */
  memoriesOnly: boolean;
}

interface Search extends Reading {
  admitted: Admits;
  /** In the order of the query. */
  terms: readonly QueryTerm[];
}

/** Weight of a term by the edits with which it was read as another. */
const READING_WEIGHTS = [1, 0.6, 0.4];

function readTerms({ database, statistics, memoriesOnly }: Reading, terms: readonly string[]): QueryTerm[] {
  return terms.map((term) => {
    const encoded = encodeTerm(term);
    const { documents, postings } = memoriesOnly ? database.postings.readOfMemories(encoded) : wholeList(database.postings.read(encoded));
    return { postings, weight: documents === 0 ? 0 : inverseFrequency(statistics, documents) };
  });
}

const wholeList = (postings: PostingList): TermOfMemories => ({ documents: postings.length, postings });

/**
 * Terms that no document of the realm holds are read as the nearest one that a document let through holds, unless the query has that one
 * too. What stands only in namespaces that may not be read tells nothing: not even by how a word is read.
 */
function readMisspelt(search: Search, realm: Realm, asked: readonly string[]): QueryTerm[] {
  const { database, admitted, memoriesOnly, terms } = search;
  const taken = new Set(asked);
  const groups = database.documents.allowed(realm, DOCUMENT_KINDS);
  const readable: Admits = (rid) => groups[database.documents.columns.groups[rid]!] !== 0;
  const allowed = (word: string): boolean => !taken.has(word) && database.postings.read(encodeTerm(word)).some(admitted);
  return terms.map((term, place) => {
    if (term.postings.some(readable) || (memoriesOnly && database.postings.read(encodeTerm(asked[place]!)).some(readable))) return term;
    const reading = database.vocabulary.nearest(asked[place]!, { erasures: database.documents.erasures, allowed });
    if (reading === null) return term;
    taken.add(reading.term);
    const [read] = readTerms(search, [reading.term]);
    return { ...read!, weight: read!.weight * READING_WEIGHTS[reading.edits]! };
  });
}

/** Rids in their order, and where each stood. Rid and row are sorted as one number, and by loops: a function for each would take ten times as long. */
function inOrder(rids: readonly number[]): { sorted: Uint32Array; rows: Uint32Array } {
  const count = rids.length;
  const packed = new Float64Array(count);
  for (let row = 0; row < count; row += 1) packed[row] = rids[row]! * count + row;
  packed.sort();
  const [sorted, rows] = [new Uint32Array(count), new Uint32Array(count)];
  for (let place = 0; place < count; place += 1) {
    sorted[place] = Math.floor(packed[place]! / count);
    rows[place] = packed[place]! % count;
  }
  return { sorted, rows };
}

/** Scores by query term, one document's after another's. */
function scoreAll({ terms, statistics, database }: Search, rids: readonly number[]): Float64Array {
  const { lengths } = database.documents.columns;
  const scores = new Float64Array(rids.length * terms.length);
  const { sorted, rows } = inOrder(rids);
  const counts = new Uint8Array(rids.length);
  for (let term = 0; term < terms.length; term += 1) {
    const { postings, weight } = terms[term]!;
    if (postings.length === 0) continue;
    postings.countsIn(sorted, counts);
    for (let place = 0; place < counts.length; place += 1) {
      const count = counts[place]!;
      if (count > 0) scores[rows[place]! * terms.length + term] = weight * saturation(count, lengths[sorted[place]!]!, statistics.averageLength);
    }
  }
  return scores;
}

/** With their scores, and of those behind the first `whole` only those that hold a term. */
function withoutBare(rids: number[], whole: number, search: Search): { rids: number[]; values: Float64Array } {
  const width = search.terms.length;
  const values = scoreAll(search, rids);
  let kept = whole;
  for (let row = whole; row < rids.length; row += 1) {
    const [start, end] = [row * width, (row + 1) * width];
    let term = start;
    while (term < end && values[term] === 0) term += 1;
    if (term === end) continue;
    rids[kept] = rids[row]!;
    values.copyWithin(kept * width, start, end);
    kept += 1;
  }
  return { rids: rids.slice(0, kept), values: values.slice(0, kept * width) };
}

/** BM25 by term: the best documents of the realm, best first, then the neighbours of the turns among them. Exact. */
export function searchText({ database, realm }: Call, query: TextQuery): HitTable | null {
  const { documents } = database;
  if (query.limit <= 0 || query.terms.length === 0) return null;
  const statistics = readStatistics(database);
  documents.catchUp();
  database.postings.catchUp(documents.erasures);
  const reading: Reading = { database, statistics, memoriesOnly: asksMemoriesOnly(query.filter) };
  const exact: Search = { ...reading, admitted: admits(documents, realm, query.filter), terms: readTerms(reading, query.terms) };
  const search: Search = { ...exact, terms: readMisspelt(exact, realm, query.terms) };
  const { terms, admitted } = search;
  const hits = bestByTerms({ terms, lengths: documents.columns.lengths, averageLength: statistics.averageLength, admitted, limit: query.limit });
  if (hits.length === 0) return null;
  const { surrounded = hits.length } = query;
  const beside = { window: query.window, admitted, seen: new Set(hits) };
  const whole = [...hits, ...neighboursOf(documents, hits.slice(0, surrounded), beside)];
  const { rids, values } = withoutBare([...whole, ...neighboursOf(documents, hits.slice(surrounded), beside)], whole.length, search);
  return tabulateHits(documents, rids, { width: terms.length, values });
}
