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
