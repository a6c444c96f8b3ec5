/** Reads a question and a text together and says how well they fit: slower than comparing two vectors, and better. */
export interface CrossEncoder {
  /** Name in receipts and figures. */
  readonly name: string;
  /**
   * One score for each text, in order; higher fits better, and only the order of one call's scores means anything. Throws
   * `reranker_unavailable`, `reranker_rejected`, `reranker_invalid`, `timeout` or `aborted`.
   */
  score(query: string, texts: readonly string[], options?: { signal?: AbortSignal }): Promise<number[]>;
}
