/** The records of design section 4, as plain data. Times are epoch milliseconds; null means not known. */

export const ROLES = ["user", "assistant", "system", "tool"] as const;
export type Role = (typeof ROLES)[number];

export const MEMORY_TYPES = ["rule", "procedure", "fact", "episode", "preference"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export const LIFETIMES = ["permanent", "project", "session", "ttl"] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export const VISIBILITIES = ["private", "shared", "sensitive"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What recall can return. */
export const DOCUMENT_KINDS = ["memory", "turn", "chunk"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const ENTITY_TYPES = ["person", "project", "system", "decision", "concept", "place", "organisation"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export interface Session {
  sessionId: string;
  namespace: string;
  channel: string | null;
  agentId: string | null;
  project: string | null;
  turns: number;
  /** How many of the turns have been through capture. */
  captured: number;
  firstAt: number | null;
  lastAt: number | null;
}

export interface Turn {
  kind: "turn";
  id: string;
  /** Integer alias of the older middleware's route, unique within a user over turns and memories. */
  serial: number;
  sessionId: string;
  namespace: string;
  /** 0-based place in the session; changes when an earlier turn arrives late. */
  position: number;
  role: Role;
  speaker: string | null;
  text: string;
  /** When it was said, or when it arrived if the caller gave no time. */
  observedAt: number;
  /** Whether the caller gave the time. */
  timed: boolean;
  externalId: string | null;
  contentHash: string;
  channel: string | null;
  agentId: string | null;
  project: string | null;
  createdAt: number;
  /**
   * Id of the memory that took the place of one which rests on this turn: what it says was true once. Told where documents are read for
   * an answer; absent when nothing of it is known to have changed.
   */
  outdatedBy?: string;
}

export interface Memory {
  kind: "memory";
  id: string;
  /** As for turns. */
  serial: number;
  namespace: string;
  type: MemoryType;
  lifetime: Lifetime;
  /** When a `ttl` or `session` memory ends. */
  expiresAt: number | null;
  topic: string | null;
  text: string;
  contentHash: string;
  /** 0–1: how much it matters. */
  importance: number;
  /** 0–1: how sure we are. */
  confidence: number;
  visibility: Visibility;
  tags: string[];
  project: string | null;
  speaker: string | null;
  sessionId: string | null;
  source: string | null;
  observedAt: number;
  /** True in the world from … to … */
  validFrom: number | null;
  validTo: number | null;
  /** Believed by us from … to … */
  createdAt: number;
  retiredAt: number | null;
  /** When we learnt that it has a successor or an end; before that `validTo` was not known. */
  supersededAt: number | null;
  /** Of an event: when it took place. */
  episodeStart: number | null;
  episodeEnd: number | null;
  accessCount: number;
  lastAccessedAt: number | null;
  reinforcedCount: number;
  supersedes: string | null;
  supersededBy: string | null;
  /** Memories of one group contradict each other; a resolved one lost against `supersededBy`. */
  conflictGroup: string | null;
  conflictStatus: "active" | "resolved" | null;
  /** Ids of the turns it rests on. */
  provenance: string[];
}

/** A record that recall can return. Chunks join when the notes library moves in. */
export type Document = Turn | Memory;

/** Somebody or something that documents mention. */
export interface Entity {
  id: string;
  namespace: string;
  name: string;
  type: EntityType;
  /** Other names, in the order in which they were learnt; with those of entities that were merged into it. */
  aliases: string[];
  createdAt: number;
  /** The entity that stands for it since they were merged. */
  mergedInto: string | null;
  /** How many turns and memories mention it, those that were merged into it included. */
  documents: number;
}

/** A fact: a subject, what is said of it, and of whom or what. */
export interface Relation {
  id: string;
  namespace: string;
  /** The entity that was written, whatever it was merged into since. */
  subjectId: string;
  /** UPPER_SNAKE */
  predicate: string;
  /** Null when the object is no entity. */
  objectId: string | null;
  /** As it was said. */
  object: string;
  /** True in the world from … to … */
  validFrom: number | null;
  validTo: number | null;
  /** Believed by us from … to … */
  createdAt: number;
  retiredAt: number | null;
  /** When we learnt of its end; before that `validTo` was not known. */
  endedAt: number | null;
  memoryId: string | null;
  turnId: string | null;
  /** 0–1 */
  confidence: number;
}

/** One call of a language model, for the bill. */
export interface LlmCall {
  id: string;
  at: number;
  /** What it was for. */
  purpose: string;
  model: string;
  /** Without what was read from or written to the vendor's cache. */
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** US dollars; null when the price is not known. */
  costUsd: number | null;
  latencyMs: number;
  /** "ok", or a code of the error catalogue. */
  outcome: string;
}
