import type { Document } from "@memory-cortex/models";

/** What orders a few statements by how well each answers a question: a language model, or a cross-encoder. */
export interface Reranker {
  /** In receipts, explanations and figures. */
  readonly name: string;
  /** Places of the statements (from 0), best first. Whether it is a permutation is for the caller to check. */
  order(query: string, statements: readonly Document[], signal: AbortSignal): Promise<readonly number[]>;
}

/** Whether each of the places 0 to count − 1 stands in it exactly once. */
export const isPermutation = (order: readonly number[], count: number): boolean =>
  order.length === count && new Set(order).size === count && order.every((place) => Number.isInteger(place) && place >= 0 && place < count);
