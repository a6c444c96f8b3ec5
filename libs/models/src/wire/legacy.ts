import { z } from "zod";

import { name, queryInteger, text, userId } from "./fields.ts";

/** The older middleware's routes (contract, "The older middleware's routes, exactly"). */
export const hybridSearchRequest = z.object({ query: text(20_000).min(1), user_id: userId, limit: z.number().int().min(1).max(200).default(10) });
export type HybridSearchRequest = z.infer<typeof hybridSearchRequest>;

export const legacyRecallRequest = z.object({ query: text(20_000).min(1), user_id: userId });
export type LegacyRecallRequest = z.infer<typeof legacyRecallRequest>;

export const legacyStoreRequest = z.object({
  user_id: userId,
  topic: name(256),
  fact: text(20_000).refine((value) => value.trim().length > 0, { message: "must not be blank" }),
  importance: z.number().int().min(1).max(10).default(5),
});
export type LegacyStoreRequest = z.infer<typeof legacyStoreRequest>;

export const legacySearchQuery = z.object({ q: text(20_000).min(1), user_id: userId, limit: queryInteger(1, 200).default(20) });
export const legacyRecentQuery = z.object({ user_id: userId, limit: queryInteger(1, 200).default(10) });

export const SOURCES = ["fts5+vector", "fts5", "vector", "graph"] as const;
export type LegacySource = (typeof SOURCES)[number];

export const legacyFact = z.object({
  /** Integer alias, unique within the user. */
  id: z.number().int(),
  uuid: z.string(),
  user_id: z.string(),
  topic: z.string(),
  fact: z.string(),
  /** 1–10 */
  importance: z.number().int(),
  /** 0–1 */
  score: z.number(),
  source: z.enum(SOURCES),
});
export type LegacyFact = z.infer<typeof legacyFact>;

export const hybridSearchResponse = z.object({ results: z.array(legacyFact), count: z.number() });

/** Newest first, so without a score. */
export const legacyRecentResponse = z.object({
  results: z.array(legacyFact.omit({ score: true, source: true }).extend({ created_at: z.string() })),
  count: z.number(),
});

export const legacyRecallResponse = z.object({ response: z.string(), memories_searched: z.number(), memories_used: z.number() });
export const legacyStoreResponse = z.object({ status: z.literal("stored"), count: z.number() });

export const legacyStats = z.object({
  total_memories: z.number(), total_summaries: z.number(), unique_users: z.number(), unique_topics: z.number(),
});
export type LegacyStats = z.infer<typeof legacyStats>;
export const legacyHealthResponse = z.object({ status: z.enum(["ok", "degraded", "down"]), timestamp: z.string(), stats: legacyStats });
