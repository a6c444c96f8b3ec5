import type { TokenUsage } from "./llm.ts";

/** What a failed call cost all the same. */
export interface Spent {
  model: string;
  usage: TokenUsage;
  costUsd: number | null;
}

const spentBy = new WeakMap<object, Spent>();

/** Notes on an error what its call cost: an answer that cannot be used is paid for like any other. Returns the error. */
export function noteSpent<Failure extends object>(error: Failure, spent: Spent): Failure {
  spentBy.set(error, spent);
  return error;
}

/** What the failed call cost, or null when it cost nothing or nobody knows. */
export function spentOf(error: unknown): Spent | null {
  return typeof error === "object" && error !== null ? (spentBy.get(error) ?? null) : null;
}
