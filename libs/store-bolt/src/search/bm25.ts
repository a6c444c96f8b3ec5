/** The constants of FTS5 and Lucene. */
const K1 = 1.2;
const B = 0.75;

/** Of the whole user: all namespaces, history too. */
export interface Statistics {
  documents: number;
  averageLength: number;
}

/**
 * Lucene's form, ln(1 + (N − n + .5) / (n + .5)): above 0, so that in a young realm a match weighs something. The statement that reads both counts
 * may see a commit between them (Neo4j), and then more documents with the term than documents: that counts as all of them.
 */
export function inverseFrequency({ documents }: Statistics, documentsWithTerm: number): number {
  return Math.log(1 + (Math.max(0, documents - documentsWithTerm) + 0.5) / (documentsWithTerm + 0.5));
}

/** Share of a term's weight for `count` occurrences in a document of `length` terms; below 2.2, 0 for none. */
export function saturation(count: number, length: number, averageLength: number): number {
  return count === 0 ? 0 : (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}
