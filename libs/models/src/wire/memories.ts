import { z } from "zod";

import { LIFETIMES, MEMORY_TYPES, VISIBILITIES } from "../records.ts";
import { commaList, fraction, instant, name, namespace, namespaceList, project, queryFlag, queryInteger, recordId, sessionId, tags, text, userId } from "./fields.ts";

export const MAX_MEMORY_LENGTH = 20_000;

const memoryFields = {
  content: text(MAX_MEMORY_LENGTH).refine((value) => value.trim().length > 0, { message: "must not be blank" }),
  type: z.enum(MEMORY_TYPES).default("fact"),
  lifetime: z.enum(LIFETIMES).optional(),
  /** Old name of `lifetime`. */
  scope: z.enum(LIFETIMES).optional(),
  ttl_seconds: z.number().int().min(1).max(3_153_600_000).optional(),
  topic: name(256).nullish(),
  project: project.nullish(),
  tags: tags.default([]),
  importance: fraction.default(0.5),
  confidence: fraction.default(1),
  visibility: z.enum(VISIBILITIES).default("shared"),
  observed_at: instant.optional(),
  valid_from: instant.optional(),
  valid_to: instant.optional(),
  source: name(256).nullish(),
};

/** `POST /v1/remember` of the contract. */
export const rememberRequest = z.object({
  ...memoryFields,
  user_id: userId,
  namespace: namespace.optional(),
  supersedes: recordId.optional(),
  /** Refuses what was erased here once with `forgotten`, as imports want it; else whoever tells it again is believed. */
  unless_forgotten: z.boolean().optional(),
});
export type RememberRequest = z.infer<typeof rememberRequest>;

export const REMEMBER_OUTCOMES = ["created", "duplicate", "reinforced", "superseded", "conflict"] as const;
export type RememberOutcome = (typeof REMEMBER_OUTCOMES)[number];

export const rememberResponse = z.object({
  id: z.string(),
  stored: z.boolean(),
  outcome: z.enum(REMEMBER_OUTCOMES),
  /** The memory it duplicates, reinforces, supersedes or conflicts with. */
  of: z.string().optional(),
});
export type RememberResponse = z.infer<typeof rememberResponse>;

/** `PUT /v1/memories/{id}`: fields that are left out keep their value in the new version. */
export const updateRequest = z.object({
  content: memoryFields.content.optional(),
  type: z.enum(MEMORY_TYPES).optional(),
  lifetime: z.enum(LIFETIMES).optional(),
  scope: z.enum(LIFETIMES).optional(),
  ttl_seconds: memoryFields.ttl_seconds,
  topic: memoryFields.topic,
  project: memoryFields.project,
  tags: tags.optional(),
  importance: fraction.optional(),
  confidence: fraction.optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  observed_at: memoryFields.observed_at,
  valid_from: memoryFields.valid_from,
  valid_to: memoryFields.valid_to,
});
export type UpdateRequest = z.infer<typeof updateRequest>;

/** Query of `GET /v1/memories`. */
export const listMemoriesQuery = z.object({
  user_id: userId,
  type: z.enum(MEMORY_TYPES).optional(),
  lifetime: z.enum(LIFETIMES).optional(),
  scope: z.enum(LIFETIMES).optional(),
  namespace: namespace.optional(),
  namespaces: namespaceList.optional(),
  project: project.optional(),
  tags: commaList.pipe(tags).optional(),
  include_history: queryFlag.default(false),
  limit: queryInteger(1, 200).default(50),
  cursor: name(512).optional(),
});
export type ListMemoriesQuery = z.infer<typeof listMemoriesQuery>;

/** Query of routes that name one record. */
export const oneRecordQuery = z.object({ user_id: userId, namespace: namespace.optional(), namespaces: namespaceList.optional() });

/** Query of `DELETE /v1/memories/{id}`: `forget` erases, else the memory is retired. */
export const deleteRecordQuery = oneRecordQuery.extend({ forget: queryFlag.default(false) });

export const oneRecordParams = z.object({ id: recordId });

export const listSessionsQuery = z.object({
  user_id: userId, namespace: namespace.optional(), namespaces: namespaceList.optional(), limit: queryInteger(1, 200).default(50), cursor: name(512).optional(),
});

export const listTurnsParams = z.object({ session_id: sessionId });

export const listTurnsQuery = z.object({
  user_id: userId, namespace: namespace.optional(), after: queryInteger(-1, Number.MAX_SAFE_INTEGER).default(-1), limit: queryInteger(1, 1_000).default(200),
});

/** A memory as clients see it. */
export const memoryView = z.object({
  id: z.string(),
  content: z.string(),
  type: z.enum(MEMORY_TYPES),
  lifetime: z.enum(LIFETIMES),
  namespace: z.string(),
  topic: z.string().nullable(),
  project: z.string().nullable(),
  tags: z.array(z.string()),
  importance: z.number(),
  confidence: z.number(),
  visibility: z.enum(VISIBILITIES),
  speaker: z.string().nullable(),
  session_id: z.string().nullable(),
  source: z.string().nullable(),
  observed_at: z.string(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  created_at: z.string(),
  retired_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** When we learnt that it is no longer true. */
  superseded_at: z.string().nullable(),
  /** Window of an event. */
  episode_start: z.string().nullable(),
  episode_end: z.string().nullable(),
  access_count: z.number(),
  reinforced_count: z.number(),
  supersedes: z.string().nullable(),
  superseded_by: z.string().nullable(),
  conflict_group: z.string().nullable(),
  conflict_status: z.string().nullable(),
  provenance: z.array(z.string()),
});
export type MemoryView = z.infer<typeof memoryView>;

export const listMemoriesResponse = z.object({ memories: z.array(memoryView), next_cursor: z.string().nullable() });

export const deleteResponse = z.object({ id: z.string(), status: z.enum(["retired", "erased"]) });
