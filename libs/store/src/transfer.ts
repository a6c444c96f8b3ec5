import type { EntityType, LlmCall, Memory, Realm, Relation } from "@memory-cortex/models";

import type { NewTurn, SessionHeader } from "./conversations.ts";
import type { IdempotencyRecord } from "./idempotency.ts";
import type { Space, Weighting } from "./spaces.ts";
import type { CallOptions, Receipt } from "./store.ts";

/** Everything that is kept of a user, as records that any driver can read and write, whatever its tables look like. */
export type TransferRecord =
  | SpaceRecord | SessionRecord | TurnRecord | MemoryRecord | VectorRecord | EntityRecord | MergeRecord | MentionRecord | RelationRecord | TombstoneRecord
  | ReceiptRecord | AnswerRecord | LlmCallRecord | EndRecord;

export type TransferKind = TransferRecord["kind"];

/** The order in which they are exported and can be imported; turns and memories come together, by serial. */
export const TRANSFER_ORDER = [
  "space", "session", "turn", "memory", "vector", "entity", "merge", "mention", "relation", "tombstone", "receipt", "answer", "llm_call", "end",
] as const satisfies readonly TransferKind[];

export interface SpaceRecord {
  kind: "space";
  space: Space;
  weighting: Weighting | null;
}

/** In the order in which they were begun. */
export interface SessionRecord {
  kind: "session";
  namespace: string;
  header: SessionHeader;
  revision: number;
  turns: number;
}

export interface TurnRecord {
  kind: "turn";
  serial: number;
  namespace: string;
  sessionId: string;
  position: number;
  turn: NewTurn;
  capturedAt: number | null;
  /** A model should read it again. */
  improvable: boolean;
}

export interface MemoryRecord {
  kind: "memory";
  memory: Memory;
  terms: readonly string[];
  words: number;
  signals: number;
}

/** Of a document in a space; null: the model can say nothing about it. By space, then in the order of the documents. */
export interface VectorRecord {
  kind: "vector";
  spaceId: number;
  id: string;
  vector: Float32Array | null;
}

/** With its own names, the first one first. */
export interface EntityRecord {
  kind: "entity";
  serial: number;
  id: string;
  namespace: string;
  type: EntityType;
  createdAt: number;
  names: readonly { key: string; name: string }[];
}

/** `into` stands for `from`. */
export interface MergeRecord {
  kind: "merge";
  from: string;
  into: string;
}

export interface MentionRecord {
  kind: "mention";
  entityId: string;
  documentId: string;
  /** Keys of the names of the entity that the document brought, sorted. */
  keys: readonly string[];
}

/** Oldest first. */
export interface RelationRecord {
  kind: "relation";
  relation: Relation;
}

/** Of something forgotten: it must not come back by itself. */
export interface TombstoneRecord {
  kind: "tombstone";
  namespace: string;
  contentHash: string;
  at: number;
}

export interface ReceiptRecord {
  kind: "receipt";
  receipt: Receipt;
}

/** Kept for an Idempotency-Key. */
export interface AnswerRecord {
  kind: "answer";
  answer: IdempotencyRecord;
}

export interface LlmCallRecord {
  kind: "llm_call";
  call: LlmCall;
}

/** The last one: with it the user is whole. Numbers given so far, so that none is given again. */
export interface EndRecord {
  kind: "end";
  lastSerial: number;
  lastEntity: number;
  lastSpace: number;
}

export interface ExportRequest {
  /** `next` of the page before; null for the first page. */
  after: string | null;
  /** Records of a page at most, at least 1. A page of long texts ends sooner, at about {@link PAGE_BYTES}. */
  limit: number;
}

export interface ExportedPage {
  records: TransferRecord[];
  /** Opaque; null after the record `end`. */
  next: string | null;
}

export interface ImportPage {
  /** What the records are of: pages of one stream make one user. */
  stream: string;
  /** Where the caller goes on after this page; given back by `importState`. */
  position: string;
  records: readonly TransferRecord[];
}

export interface ImportState {
  stream: string;
  position: string;
  /** The record `end` was imported: the user is whole. */
  ended: boolean;
}

/** A page of an export holds about so many bytes at most, unless one record does. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Moving whole users between stores. All methods take a realm of {@link wholeUser}, else `invalid_realm`. Users with another store's ids,
 * serial numbers and vectors answer every question as they did there; counts of revisions and notes stay behind.
 */
export interface TransferStore {
  /**
   * A page of everything that is kept of a user; without records when he does not exist. Pages that one process reads one after the other
   * show him as of the first one, however much is written meanwhile, or the call throws `export_changed`. The cursor of a process that
   * ended goes on with what is there now: whoever resumes compares both sides when all is done. A user whose import has not ended is
   * exported as far as he is there, without `end`.
   */
  exportPage(realm: Realm, request: ExportRequest, options?: CallOptions): Promise<ExportedPage>;
  /**
   * One transaction, as if the records had been written the usual way. A record that is there already changes nothing; one that
   * contradicts what is there, that names what is not there, or that comes out of order throws `import_conflict`, and nothing of the page
   * is kept. Makes the user of the first page; for one who is there already, unless by the same stream, `import_conflict`. Until `end`
   * is imported he is not there for any other method, and writes that would make him throw `import_unfinished`.
   */
  importRecords(realm: Realm, page: ImportPage, options?: CallOptions): Promise<void>;
  /** How far an import came, also of one that ended; null for a user who was not imported. */
  importState(realm: Realm, options?: CallOptions): Promise<ImportState | null>;
  /** Users whose import has not ended. */
  unfinishedImports(options?: CallOptions): Promise<string[]>;
  /** Erases a user whose import has not ended; false when there is none. */
  discardImport(realm: Realm, options?: CallOptions): Promise<boolean>;
}
