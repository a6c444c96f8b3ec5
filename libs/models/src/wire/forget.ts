import { z } from "zod";

import { fraction, name, namespace, namespaces, recordId, sessionId, text, userId } from "./fields.ts";
import { EXPORT_KINDS } from "./transfer.ts";

export const MAX_FORGOTTEN_IDS = 1_000;

/** The ways to say what is to be forgotten; a request names exactly one. */
export const FORGET_BY = ["session_id", "source", "query", "ids"] as const;
export type ForgetBy = (typeof FORGET_BY)[number];

/** `POST /v1/forget` of the contract. Without namespaces: all that the caller may touch. */
export const forgetRequest = z.object({
  user_id: userId,
  namespace: namespace.optional(),
  namespaces: namespaces.optional(),
  /** Everything that was said in the session, and what rests on it alone. */
  session_id: sessionId.optional(),
  /** Of memories; or the channel of sessions, which go as a whole. */
  source: name(256).optional(),
  /** What holds every word of it, as search reads words. */
  query: text(20_000).min(1).optional(),
  /** With `query`: also what a search finds with this score or better. */
  min_score: fraction.optional(),
  /** With `query`: this many of them at most. */
  limit: z.number().int().min(1).max(200).default(50),
  /** Of memories and turns. */
  ids: z.array(recordId).min(1).max(MAX_FORGOTTEN_IDS).optional(),
  /** Shows what would go. */
  dry_run: z.boolean().default(true),
});
export type ForgetRequest = z.infer<typeof forgetRequest>;

const forgotten = {
  id: z.string(),
  kind: z.enum(EXPORT_KINDS),
  namespace: z.string(),
  session_id: z.string().nullable(),
  observed_at: z.string(),
};

export const forgetResponse = z.object({
  dry_run: z.boolean(),
  memories: z.number(),
  turns: z.number(),
  /** Sessions of which nothing is left. */
  sessions: z.number(),
  /** What goes, or would; the first 200. Text only while it is there. */
  items: z.array(z.object({ ...forgotten, text: z.string().optional() })),
  /** There are others than those in `items`. */
  more: z.boolean(),
  /** Of `ids`: those that nothing is known of. */
  not_found: z.array(z.string()),
  /** Of a dry run by `query`: the best of what search finds besides. They stay, unless they are named in `ids`. */
  candidates: z.array(z.object({ ...forgotten, text: z.string(), score: z.number() })),
});
export type ForgetResponse = z.infer<typeof forgetResponse>;
