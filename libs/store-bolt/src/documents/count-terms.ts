import { encodeTerm } from "../search/encode-terms.ts";
import { keyOf } from "../records/keys.ts";

/** A term and in how many of some documents it stands. */
export interface TermCount {
  key: string;
  term: string;
  documents: number;
}

/** Ordered by key, so that two transactions take the locks of terms in one order. */
export function countTerms(userId: string, documents: readonly (readonly string[])[]): TermCount[] {
  const counts = new Map<string, TermCount>();
  for (const terms of documents) {
    for (const term of new Set(terms)) {
      if (term === "") continue;
      const key = keyOf(userId, encodeTerm(term));
      const known = counts.get(key) ?? { key, term, documents: 0 };
      counts.set(key, { ...known, documents: known.documents + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
