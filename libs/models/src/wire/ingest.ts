import { z } from "zod";

import { ROLES } from "../records.ts";
import { instant, name, namespace, project, sessionId, text, userId } from "./fields.ts";

export const MAX_MESSAGES = 10_000;
const MAX_MESSAGE_LENGTH = 1_000_000;

/** Words of an image, by whatever name; anything else there is ignored like an unknown field. */
const caption = text(MAX_MESSAGE_LENGTH).optional().catch(undefined);

const part = z.looseObject({ type: name(64), text: text(MAX_MESSAGE_LENGTH).optional(), caption, alt: caption, description: caption });
export type ContentPart = z.infer<typeof part>;

export const messageSchema = z.object({
  role: z.enum(ROLES),
  content: z.union([text(MAX_MESSAGE_LENGTH), z.array(part).max(1_000)]).nullish(),
  name: name(128).nullish(),
  id: name(256).nullish(),
  timestamp: instant.nullish(),
  /** As chat completion APIs write them, beside a content that may be null. Never kept; they only name why such a message is left out. */
  tool_calls: z.array(z.looseObject({})).max(1_000).nullish().catch(null),
});
export type IngestMessage = z.infer<typeof messageSchema>;

/** `POST /ingest` of the contract. */
export const ingestRequest = z.object({
  messages: z.array(messageSchema).min(1).max(MAX_MESSAGES),
  session_id: sessionId,
  user_id: userId,
  channel: name(128).nullish(),
  agent_id: name(128).nullish(),
  project: project.nullish(),
  namespace: namespace.optional(),
  debounce: z.boolean().default(true),
});
export type IngestRequest = z.infer<typeof ingestRequest>;

export const IGNORED_REASONS = [
  "empty", "system_prompt", "tool_call", "tool_output", "heartbeat", "cron_prompt", "injected_block", "no_memory_marker", "private", "summary", "forgotten",
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

export const ingestResponse = z.object({
  status: z.enum(["debounced", "accepted"]),
  debounce_seconds: z.number().optional(),
  session_id: z.string(),
  accepted: z.number(),
  duplicate: z.number(),
  ignored: z.array(z.object({ index: z.number(), reason: z.enum(IGNORED_REASONS) })),
});
export type IngestResponse = z.infer<typeof ingestResponse>;

export const flushRequest = z.object({
  user_id: userId,
  session_id: sessionId.optional(),
  timeout_ms: z.number().int().min(1).max(600_000).default(30_000),
});
export type FlushRequest = z.infer<typeof flushRequest>;

export const flushResponse = z.object({
  done: z.boolean(),
  pending: z.object({ capture: z.number(), embed: z.number(), extract: z.number() }),
});
export type FlushResponse = z.infer<typeof flushResponse>;
