import { z } from "zod";

import { DOCUMENT_KINDS, MEMORY_TYPES } from "../records.ts";
import { instant, name, namespace, namespaces, project, recordId, sessionId, tags, text, userId } from "./fields.ts";

export const PRESETS = ["cortex", "cortex-v1", "hybrid", "openclaw"] as const;
export type Preset = (typeof PRESETS)[number];

/** Parts of recall that a request can leave out, to see what each is worth; `meaning:NAME` leaves out one embedding space. */
export const RECALL_PARTS = ["words", "meaning", "graph", "neighbours", "session", "speakers", "dates", "ranker", "updates", "rerank", "diversity", "summary"] as const;
export type RecallPart = (typeof RECALL_PARTS)[number] | `meaning:${string}`;

const recallPart = z.templateLiteral([z.enum(RECALL_PARTS)]).or(z.templateLiteral(["meaning:", z.string()]));

const question = {
  query: text(20_000).min(1),
  user_id: userId,
  namespace: namespace.optional(),
  namespaces: namespaces.optional(),
  session_id: sessionId.nullish(),
  agent_id: name(128).nullish(),
  project: project.nullish(),
  kinds: z.array(z.enum(DOCUMENT_KINDS)).min(1).default(["memory", "turn", "chunk"]),
  limit: z.number().int().min(1).max(200).default(15),
  /** The installation decides when it is left out: 200 unless configured. */
  deadline_ms: z.number().int().min(1).max(60_000).optional(),
  /** What reranking may take of that when the order of the best is unclear: 100 unless named. */
  rerank_ms: z.number().int().min(1).max(60_000).optional(),
  types: z.array(z.enum(MEMORY_TYPES)).min(1).optional(),
  tags: tags.optional(),
  valid_before: instant.optional(),
  valid_after: instant.optional(),
  /** What was true in the world at this moment, by what is believed now. */
  as_of: instant.optional(),
  /** What we would have answered at this moment, by what we knew then. */
  known_at: instant.optional(),
  asked_at: instant.optional(),
  include_history: z.boolean().default(false),
  /** Turns and memories of these sessions are left out: whoever asks has those conversations before him. */
  exclude_session_ids: z.array(sessionId).max(16).default([]),
  /** These turns and memories are left out, for example those that a prompt held a moment ago. */
  exclude_ids: z.array(recordId).max(200).default([]),
  preset: z.enum(PRESETS).default("cortex"),
  explain: z.boolean().default(false),
  /** For comparisons: answers as if these parts did not exist. */
  without: z.array(recallPart).max(16).default([]),
};

/** `POST /v1/recall` of the contract. */
export const recallRequest = z.object({
  ...question,
  budget_tokens: z.number().int().min(0).max(100_000).default(500),
  max_chars: z.number().int().min(0).max(400_000).default(4_000),
  format: z.enum(["markdown", "text"]).default("markdown"),
});
export type RecallRequest = z.infer<typeof recallRequest>;

/** `POST /v1/search`: the same candidates and scores without packing. */
export const searchRequest = z.object(question);
export type SearchRequest = z.infer<typeof searchRequest>;

/** `POST /v1/explain`: as a recall would answer, by stage. */
export const explainRequest = recallRequest.extend({
  /** Ids or external ids of turns and memories: why each of them is, or is not, in the answer. */
  why: z.array(z.string().min(1).max(512)).max(20).default([]),
});
export type ExplainRequest = z.infer<typeof explainRequest>;

export const degradedEntry = z.object({ part: z.string(), reason: z.string() });
export type DegradedEntry = z.infer<typeof degradedEntry>;

export const recallItem = z.object({
  id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  text: z.string(),
  /** [0, 1], best first. */
  score: z.number(),
  external_id: z.string().nullable(),
  session_id: z.string().nullable(),
  speaker: z.string().nullable(),
  role: z.string().nullable(),
  observed_at: z.string(),
  type: z.enum(MEMORY_TYPES).optional(),
  importance: z.number().optional(),
  confidence: z.number().optional(),
  topic: z.string().nullable().optional(),
  /** Turns that a memory rests on. */
  provenance: z.array(z.string()).optional(),
  /** Memories of which not all can be true, and nobody has decided between. */
  conflicts_with: z.array(z.string()).optional(),
  /** Of a memory: from when to when it is true; null when not known. */
  valid_from: z.string().nullable().optional(),
  valid_to: z.string().nullable().optional(),
  /** Of a memory of an event: when it took place. */
  episode_start: z.string().nullable().optional(),
  episode_end: z.string().nullable().optional(),
  /** The memory that took its place. */
  superseded_by: z.string().nullable().optional(),
  /** Of a turn: what it says was true once; the memory of what is true since. */
  outdated_by: z.string().optional(),
  factors: z.record(z.string(), z.number()).optional(),
});
export type RecallItem = z.infer<typeof recallItem>;

export const recallResponse = z.object({
  items: z.array(recallItem),
  context: z.string().optional(),
  tokens: z.number(),
  degraded: z.array(degradedEntry),
  skipped: z.object({ reason: z.string() }).nullable(),
  /** The narrative of an earlier question on the same topic that stands in `context`, and what it rests on. */
  summary: z.object({ text: z.string(), ids: z.array(z.string()) }).optional(),
  /** "no_match": nothing fitted. "nothing_relevant": the items fit so badly that `context` stays empty. Absent otherwise. */
  reason: z.string().optional(),
  receipt_id: z.string(),
  timings_ms: z.record(z.string(), z.number()),
});
export type RecallResponse = z.infer<typeof recallResponse>;

/** `POST /v1/search`: an answer of recall without the packed block. */
export const searchResponse = recallResponse.omit({ context: true, summary: true });

/** `POST /v1/synthesize`: as a search asks; `deadline_ms` is for all of it, 15,000 unless named. */
export const synthesizeRequest = searchRequest.omit({ explain: true });
export type SynthesizeRequest = z.infer<typeof synthesizeRequest>;

export const synthesizeResponse = z.object({
  /** "" when there is nothing to tell; then `reason` or `skipped` says why. */
  narrative: z.string(),
  /** Sentence by sentence, with the turns and memories that each rests on. */
  sentences: z.array(z.object({ text: z.string(), ids: z.array(z.string()) })),
  /** All of them, best first. */
  ids: z.array(z.string()),
  reason: z.string().optional(),
  /** The language model that wrote it. */
  model: z.string().optional(),
  degraded: z.array(degradedEntry),
  skipped: z.object({ reason: z.string() }).nullable(),
  receipt_id: z.string(),
  timings_ms: z.record(z.string(), z.number()),
});
export type SynthesizeResponse = z.infer<typeof synthesizeResponse>;
