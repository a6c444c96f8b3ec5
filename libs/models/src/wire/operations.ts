import { z } from "zod";

import { userId } from "./fields.ts";

export const statsQuery = z.object({ user_id: userId });

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
