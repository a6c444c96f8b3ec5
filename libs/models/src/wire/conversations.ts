import { z } from "zod";

import { ROLES } from "../records.ts";

/** `GET /v1/sessions` of the contract. */
export const listSessionsResponse = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      namespace: z.string(),
      channel: z.string().nullable(),
      turns: z.number(),
      captured: z.number(),
      first_at: z.string().nullable(),
      last_at: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** `GET /v1/sessions/{session_id}/turns` of the contract; `next_cursor` goes back in as `after`. */
export const listTurnsResponse = z.object({
  turns: z.array(
    z.object({
      id: z.string(),
      external_id: z.string().nullable(),
      position: z.number(),
      role: z.enum(ROLES),
      speaker: z.string().nullable(),
      text: z.string(),
      observed_at: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
