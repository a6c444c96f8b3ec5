import { z } from "zod";

import { LIFETIMES, MEMORY_TYPES, ROLES, VISIBILITIES } from "../records.ts";
import { fraction, instant, name, namespace, namespaces, project, queryFlag, recordId, sessionId, tags, text, userId } from "./fields.ts";
import { MAX_MEMORY_LENGTH, memoryView } from "./memories.ts";

/** What the first line of an export says it is. */
export const EXPORT_FORMAT = "memory-cortex.export";
export const EXPORT_VERSION = 1;

export const EXPORT_KINDS = ["memory", "turn"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_FORMATS = ["jsonl", "json", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `POST /v1/export` of the contract. Without namespaces: all that the caller may see. */
export const exportRequest = z.object({
  user_id: userId,
  namespace: namespace.optional(),
  namespaces: namespaces.optional(),
  kinds: z.array(z.enum(EXPORT_KINDS)).min(1).default([...EXPORT_KINDS]),
  /** Of memories. */
  types: z.array(z.enum(MEMORY_TYPES)).min(1).optional(),
  session_id: sessionId.optional(),
  /** Of a memory, or the channel of a turn. */
  source: name(256).optional(),
  project: project.optional(),
  /** Memories that are retired or no longer true, too. */
  include_history: z.boolean().default(true),
  /** Secrets that were kept before they were known as such are replaced. Without it the caller must be an administrator. */
  redact: z.boolean().default(true),
  format: z.enum(EXPORT_FORMATS).default("jsonl"),
  /** Memories and turns at most, the oldest first. */
  limit: z.number().int().min(1).max(10_000_000).optional(),
});
export type ExportRequest = z.infer<typeof exportRequest>;

export const exportHeader = z.object({
  kind: z.literal("header"),
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  user_id: z.string(),
  exported_at: z.string(),
  kinds: z.array(z.enum(EXPORT_KINDS)),
  redacted: z.boolean(),
});
export type ExportHeader = z.infer<typeof exportHeader>;

export const exportedMemory = z.object({ kind: z.literal("memory"), ...memoryView.shape });
export type ExportedMemory = z.infer<typeof exportedMemory>;

export const exportedTurn = z.object({
  kind: z.literal("turn"),
  id: z.string(),
  external_id: z.string().nullable(),
  session_id: z.string(),
  namespace: z.string(),
  channel: z.string().nullable(),
  agent_id: z.string().nullable(),
  project: z.string().nullable(),
  position: z.number(),
  role: z.enum(ROLES),
  speaker: z.string().nullable(),
  text: z.string(),
  observed_at: z.string(),
  /** Whether the caller gave the time. */
  timed: z.boolean(),
  created_at: z.string(),
  /** Capture has seen it. */
  captured: z.boolean(),
});
export type ExportedTurn = z.infer<typeof exportedTurn>;

export const exportEnd = z.object({ kind: z.literal("end"), memories: z.number(), turns: z.number() });
export type ExportEnd = z.infer<typeof exportEnd>;

export const exportRecord = z.discriminatedUnion("kind", [exportedMemory, exportedTurn]);
export type ExportRecord = z.infer<typeof exportRecord>;

/** A line of an export: the header first, memories and turns by creation and id, the end last. */
export const exportLine = z.discriminatedUnion("kind", [exportHeader, exportedMemory, exportedTurn, exportEnd]);
export type ExportLine = z.infer<typeof exportLine>;

/** What is compared with what is there: nothing, ids, or ids and what is said. */
export const DEDUPES = ["none", "id", "id_text"] as const;
export type Dedupe = (typeof DEDUPES)[number];

/** Query of `POST /v1/import`; the body is JSON Lines. */
export const importQuery = z.object({
  user_id: userId,
  /** Of lines that name none. */
  namespace: namespace.optional(),
  dedupe: z.enum(DEDUPES).default("id_text"),
  /** Checks and counts, and writes nothing. */
  dry_run: queryFlag.default(false),
});
export type ImportQuery = z.infer<typeof importQuery>;

const MAX_PROVENANCE = 10_000;
const MAX_TURN_LENGTH = 1_000_000;
const notBlank = (value: string): boolean => value.trim().length > 0;
const BLANK = { message: "must not be blank" };
/** Whose line it is, where it says so: it must be the user of the request. */
const owner = { user_id: userId.optional() };

export const importedMemory = z.object({
  kind: z.literal("memory"),
  ...owner,
  id: recordId.optional(),
  content: text(MAX_MEMORY_LENGTH).refine(notBlank, BLANK),
  type: z.enum(MEMORY_TYPES).default("fact"),
  lifetime: z.enum(LIFETIMES).default("permanent"),
  namespace: namespace.optional(),
  topic: name(256).nullish(),
  project: project.nullish(),
  tags: tags.default([]),
  importance: fraction.default(0.5),
  confidence: fraction.default(1),
  visibility: z.enum(VISIBILITIES).default("shared"),
  speaker: name(128).nullish(),
  session_id: sessionId.nullish(),
  source: name(256).nullish(),
  observed_at: instant.nullish(),
  valid_from: instant.nullish(),
  valid_to: instant.nullish(),
  created_at: instant.nullish(),
  retired_at: instant.nullish(),
  expires_at: instant.nullish(),
  superseded_at: instant.nullish(),
  episode_start: instant.nullish(),
  episode_end: instant.nullish(),
  supersedes: recordId.nullish(),
  superseded_by: recordId.nullish(),
  conflict_group: name(64).nullish(),
  conflict_status: z.enum(["active", "resolved"]).nullish(),
  provenance: z.array(recordId).max(MAX_PROVENANCE).default([]),
});
export type ImportedMemory = z.infer<typeof importedMemory>;

export const importedTurn = z.object({
  kind: z.literal("turn"),
  ...owner,
  id: recordId.optional(),
  external_id: name(256).nullish(),
  session_id: sessionId,
  namespace: namespace.optional(),
  channel: name(128).nullish(),
  agent_id: name(128).nullish(),
  project: project.nullish(),
  /** Orders the turns of a session; without it the lines do. */
  position: z.number().int().min(0).optional(),
  role: z.enum(ROLES),
  speaker: name(128).nullish(),
  text: text(MAX_TURN_LENGTH).refine(notBlank, BLANK),
  observed_at: instant.nullish(),
  /** False: `observed_at` is when it arrived. Default: whether there is a time. */
  timed: z.boolean().optional(),
  created_at: instant.nullish(),
  /** Memories have been made of it; else they will be. */
  captured: z.boolean().default(false),
});
export type ImportedTurn = z.infer<typeof importedTurn>;

export const importHeader = z.object({ kind: z.literal("header"), ...owner, format: z.literal(EXPORT_FORMAT), version: z.literal(EXPORT_VERSION) });
export const importEnd = z.object({ kind: z.literal("end"), memories: z.number().int().min(0), turns: z.number().int().min(0) });

/** A line of an import: what an export writes, or as little of it as is known. Fields that are not known are ignored. */
export const importLine = z.discriminatedUnion("kind", [importHeader, importedMemory, importedTurn, importEnd]);
export type ImportLine = z.infer<typeof importLine>;

export const importResponse = z.object({
  dry_run: z.boolean(),
  lines: z.number(),
  memories: z.object({
    imported: z.number(),
    /** There already, by what `dedupe` compares. */
    duplicate: z.number(),
    /** Left out because they were forgotten. */
    forgotten: z.number(),
  }),
  turns: z.object({
    imported: z.number(),
    duplicate: z.number(),
    forgotten: z.number(),
    /** Left out as `/ingest` leaves them out: output of tools, private parts, our own blocks. */
    ignored: z.number(),
  }),
});
export type ImportResponse = z.infer<typeof importResponse>;
