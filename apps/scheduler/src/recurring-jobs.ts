import type { CortexConfig } from "@memory-cortex/config";

/** A job that nobody enqueues but the clock. */
export interface RecurringJob {
  name: "reconcile" | "expire";
  everyMs: number;
}

/** Memories that have expired are never recalled; that they are also retired can wait. */
const EXPIRE_EVERY_MS = 3_600_000;

/**
 * What is woken again and again: reconcile finds turns that were not captured, documents without a vector, and turns that a language model
 * should read again; expire retires memories whose time is over.
 */
export function recurringJobs({ reconcileSeconds }: Pick<CortexConfig, "reconcileSeconds">): readonly RecurringJob[] {
  return [{ name: "reconcile", everyMs: reconcileSeconds * 1_000 }, { name: "expire", everyMs: EXPIRE_EVERY_MS }];
}
