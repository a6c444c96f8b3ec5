import type { UserDatabase } from "./user-database.ts";

/** FTS5's constants; the frequency weight is Lucene's. */
export const K1 = 1.2;
const B = 0.75;

export interface Statistics {
  documents: number;
  averageLength: number;
}

/** Statistics of the whole user: all namespaces, history too. */
export function readStatistics(database: UserDatabase): Statistics {
  return database.whileUnchanged("statistics", () => sumStatistics(database));
}

function sumStatistics(database: UserDatabase): Statistics {
  const totals = database.get<{ documents: number; terms: number }>(
    "SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(terms), 0) AS terms FROM collection",
  )!;
  return { documents: totals.documents, averageLength: totals.documents === 0 ? 0 : totals.terms / totals.documents };
}

/**
 * Lucene's form, ln(1 + (N − n + .5) / (n + .5)). FTS5 leaves out the 1 and cuts at 0, so that in a young realm, where most words
 * stand in half of the few documents, every match would weigh nothing. Equal within noise on large realms.
 */
export function inverseFrequency(statistics: Statistics, documentsWithTerm: number): number {
  return Math.log(1 + (statistics.documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5));
}

/** Share of a term's weight for `count` occurrences in a document of `length` terms; below K1 + 1. */
export function saturation(count: number, length: number, averageLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}
