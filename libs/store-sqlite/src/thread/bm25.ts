import type { UserDatabase } from "./user-database.ts";

/** FTS5's constants, so that a sum over terms equals the bm25() of an OR query. */
export const K1 = 1.2;
export const B = 0.75;
const MINIMUM_IDF = 1e-6;

export interface Statistics {
  documents: number;
  averageLength: number;
}

/** Statistics of the whole user: all namespaces, history too. */
export function readStatistics(database: UserDatabase): Statistics {
  const totals = database.get<{ documents: number; terms: number }>(
    "SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(terms), 0) AS terms FROM collection",
  )!;
  return { documents: totals.documents, averageLength: totals.documents === 0 ? 0 : totals.terms / totals.documents };
}

export function inverseFrequency(statistics: Statistics, documentsWithTerm: number): number {
  return Math.max(MINIMUM_IDF, Math.log((statistics.documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5)));
}

/** Share of a term's weight for `count` occurrences in a document of `length` terms; below K1 + 1. */
export function saturation(count: number, length: number, averageLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}
