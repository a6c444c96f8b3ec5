import { z } from "zod";

import { userId } from "./fields.ts";

export const statsQuery = z.object({ user_id: userId });

const languageModelUsage = z.object({
  purpose: z.string(),
  model: z.string(),
  calls: z.number(),
  failed: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  /** US dollars of the calls whose price is known. */
  cost_usd: z.number(),
  /** Calls whose price is not known. */
  unpriced: z.number(),
  mean_latency_ms: z.number(),
});

/** `GET /v1/stats` of the contract. */
export const statsResponse = z.object({
  user_id: z.string(),
  total_memories: z.number(),
  active_memories: z.number(),
  turns: z.number(),
  sessions: z.number(),
  topics: z.number(),
  by_type: z.record(z.string(), z.number()),
  by_lifetime: z.record(z.string(), z.number()),
  oldest_at: z.string().nullable(),
  newest_at: z.string().nullable(),
  /** Turns that capture has not seen yet. */
  open_turns: z.number(),
  /** Turns that rules captured and a language model should read again. */
  improvable_turns: z.number(),
  entities: z.number(),
  relations: z.number(),
  open_conflicts: z.number(),
  /** What language models have cost for this user since the beginning of the day (UTC) thirty days ago. */
  language_models: z.array(languageModelUsage),
  storage_bytes: z.number(),
});

/** `GET /readyz`: each part, what is wrong, since when. */
export const readinessResponse = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  parts: z.record(
    z.string(),
    z.object({
      status: z.enum(["ok", "degraded", "down"]),
      why: z.string().nullable(),
      since: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
