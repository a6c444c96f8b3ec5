import type { TextQuery } from "@memory-cortex/store";
import { isHashPrefix, nearestTerms } from "@memory-cortex/text";
import type { Reading } from "@memory-cortex/text";

import type { BoltCall } from "../connection/bolt-call.ts";
import { probeWordsQuery } from "../queries/probe-words.ts";
import { filterParameters } from "./document-filter.ts";
import { termToken } from "./encode-terms.ts";
import { scopeOf } from "./scope-of.ts";

/** A term as it is looked for. */
export interface ReadTerm {
  term: string;
  /** Of its weight: 1, less for one that was misspelt. */
  factor: number;
  /** Read as another one already. */
  isRead: boolean;
}

/** By the edits with which a term was read as another. */
const FACTORS = [1, 0.6, 0.4];
/** Candidates of which the most frequent allowed one is taken. */
const COMPARED = 8;
/** Hashes that begin alike; with more, what was meant cannot be told. */
const HASHES_COMPARED = 32;
/** Documents with a word are counted up to here: enough to tell the more common of two words, at a millisecond or two. */
const COUNTED = 50;

function candidatesOf(term: string, words: readonly string[]): Reading[] {
  if (!isHashPrefix(term)) return nearestTerms(term, words.filter((word) => !isHashPrefix(word))).slice(0, COMPARED);
  const longer = words.filter((word) => isHashPrefix(word) && word.startsWith(term));
  return longer.length > HASHES_COMPARED ? [] : longer.map((word) => ({ term: word, edits: 0 }));
}

/** How many documents let through hold each word. */
async function countAllowed({ realm, transaction }: BoltCall, { filter }: TextQuery, words: readonly string[]): Promise<Map<string, number>> {
  const scope = scopeOf(realm, filter);
  const probes = words.map((word) => ({ word, text: `${scope}+${termToken(realm.userId, word)}` }));
  const rows = await transaction.run<{ word: string; documents: number }>(probeWordsQuery, { probes, fetch: COUNTED, ...filterParameters(filter) });
  return new Map(rows.map(({ word, documents }) => [word, documents]));
}

/**
 * The terms of a query with those that no document of the realm holds read as the nearest word that a document let through holds, unless the
 * query has that one too. Null when none is read as another.
 */
export async function readMisspelt(call: BoltCall, query: TextQuery, { readable, words }: { readable: readonly number[]; words: readonly string[] }): Promise<ReadTerm[] | null> {
  const taken = new Set(query.terms);
  const free = words.filter((word) => !taken.has(word)).sort();
  const candidates = query.terms.map((term, place) => (readable[place] === 0 ? candidatesOf(term, free) : []));
  const near = new Set(candidates.flat().map(({ term }) => term));
  if (near.size === 0) return null;
  const allowed = await countAllowed(call, query, [...near]);
  const terms = query.terms.map((term, place): ReadTerm => {
    const seen = candidates[place]!.filter((reading) => (allowed.get(reading.term) ?? 0) > 0 && !taken.has(reading.term));
    const reading = isHashPrefix(term) ? onlyOne(seen) : seen.sort((a, b) => a.edits - b.edits || allowed.get(b.term)! - allowed.get(a.term)!)[0];
    if (reading === undefined) return { term, factor: 1, isRead: true };
    taken.add(reading.term);
    return { term: reading.term, factor: FACTORS[reading.edits]!, isRead: true };
  });
  return terms.some(({ term }, place) => term !== query.terms[place]) ? terms : null;
}

const onlyOne = (readings: readonly Reading[]): Reading | undefined => (readings.length === 1 ? readings[0] : undefined);
