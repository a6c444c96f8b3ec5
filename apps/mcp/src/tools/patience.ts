/** A model that asks by a tool waits for a better answer than one whose prompt is being built: milliseconds for all of it, and of that for ordering the best anew. */
export const PATIENCE = { deadline_ms: 3_000, rerank_ms: 1_500 };
