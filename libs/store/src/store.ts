import type { Document, Entity, LlmCall, Memory, Realm, Session, Turn } from "@memory-cortex/models";

import type { AlignmentRequest, AlignmentView, AppendRequest, AppendResult, OpenTurnsRequest, OpenWindow, TurnErasure, TurnErasureRequest } from "./conversations.ts";
import type { EntityDetails, EntityListing, Expansion, ExpandQuery, RelationHit, RelationQuery } from "./graph.ts";
import type { IdempotencyRecord, Reservation, ReservationRequest } from "./idempotency.ts";
import type { LlmTotal, LlmUsage } from "./llm-usage.ts";
import type { CaptureCommit, CaptureResult, CommitResult, Conflict, MemoryCommit, MemoryFilter, MemoryWrite, Page } from "./memories.ts";
import type { NewNote, Note } from "./notes.ts";
import type { Revisions } from "./revisions.ts";
import type { SimilarityQuery, TextHit, TextQuery, VectorHit, VectorQuery } from "./search.ts";
import type { NewSpace, Space, SpaceProgress, Unembedded, Weighting } from "./spaces.ts";
import type { TransferStore } from "./transfer.ts";

export interface CallOptions {
  /** An abandoned call frees its caller at once with the error `aborted`. */
  signal?: AbortSignal;
  /** Nobody waits for it: a store whose calls stand in line may let others go first for a while. */
  patient?: boolean;
}

/** Receipts explain answers of the last 30 days; older ones go, or they would outgrow the memories that they are about. */
export const RECEIPT_LIFETIME_MS = 30 * 86_400_000;

export interface Receipt {
  id: string;
  at: number;
  kind: "recall" | "capture";
  /** Ids, numbers and reasons as JSON; never text of a memory. */
  body: string;
}

export interface UserStats {
  turns: number;
  memories: number;
  activeMemories: number;
  sessions: number;
  topics: number;
  byType: Record<string, number>;
  byLifetime: Record<string, number>;
  oldestAt: number | null;
  newestAt: number | null;
  openTurns: number;
  /** Captured without a model: one should read them again. */
  improvableTurns: number;
  /** Without those that were merged into others. */
  entities: number;
  /** Without retired ones. */
  relations: number;
  openConflicts: number;
  storageBytes: number;
}

export interface IntegrityReport {
  ok: boolean;
  /** What is wrong, one line each. */
  problems: string[];
}

/**
 * The store port (design section 7). The realm comes first in every method and is applied before ranking. Reads of a user who
 * does not exist give empty answers and create nothing; only `appendTurns` with turns and new memories make a user. Writes are
 * idempotent by id or by content hash, and atomic. Methods that work on one session (alignment, append, open turns, capture) and
 * new memories use the first namespace of the realm.
 */
export interface Store extends TransferStore {
  /** Ids of all users, in no particular order. */
  users(options?: CallOptions): Promise<string[]>;
  userExists(realm: Realm, options?: CallOptions): Promise<boolean>;
  /** Of the user, whatever the namespaces; all 0 when he does not exist. One cheap read. */
  revisions(realm: Realm, options?: CallOptions): Promise<Revisions>;

  readAlignment(realm: Realm, request: AlignmentRequest, options?: CallOptions): Promise<AlignmentView>;
  /** One transaction; searchable by words when it returns. Appending nothing changes nothing, and what was forgotten of the session is left out. */
  appendTurns(realm: Realm, request: AppendRequest, options?: CallOptions): Promise<AppendResult>;
  /** Newest first by creation. */
  listSessions(realm: Realm, page: { limit: number; cursor?: string }, options?: CallOptions): Promise<Page<Session>>;
  /** Null when the session does not exist; the first allowed namespace that has it counts. Turns after the given position, in order. */
  listTurns(realm: Realm, request: { sessionId: string; after: number; limit: number }, options?: CallOptions): Promise<{ turns: Turn[]; more: boolean } | null>;

  /**
   * Erases turns, their traces in every index, their mentions, relations and names that nothing else brought, and the answers and notes that may
   * quote them; a tombstone (`turnTombstone`) of each stays, so that the same words do not come back into the session. Places close up, the
   * session's revision grows, and a session without turns goes. Memories rest on what is left. Ids that are not turns of the realm are passed over.
   */
  eraseTurns(realm: Realm, request: TurnErasureRequest, options?: CallOptions): Promise<TurnErasure>;

  /** Turns not yet captured, or those to be improved; oldest first, with up to `context` captured turns before the first. */
  openTurns(realm: Realm, request: OpenTurnsRequest, options?: CallOptions): Promise<{ open: Turn[]; context: Turn[] }>;
  openWindows(realm: Realm, options?: CallOptions): Promise<OpenWindow[]>;
  /** Sessions with turns that a model should read again, the one with the newest of them first. */
  improvableWindows(realm: Realm, request: { limit: number }, options?: CallOptions): Promise<OpenWindow[]>;
  /** All of it or nothing. Statements with a tombstone are left out: what was forgotten while the capture ran does not come back. */
  commitCapture(realm: Realm, commit: CaptureCommit, options?: CallOptions): Promise<CaptureResult>;

  /** Throws `not_found` when the memory that a write names is not in the realm. A create with a known id changes nothing. */
  writeMemory(realm: Realm, write: MemoryWrite, options?: CallOptions): Promise<void>;
  /** The same for several decisions with what they add to the graph, in one transaction. */
  commitMemories(realm: Realm, commit: MemoryCommit, options?: CallOptions): Promise<CommitResult>;
  /** Memories not ended by now (the store's clock) whose content hash is one of these. */
  findByContentHash(realm: Realm, hashes: readonly string[], options?: CallOptions): Promise<Memory[]>;
  /** Those of the content hashes that were forgotten in a namespace of the realm: they must not come back by themselves. */
  forgottenHashes(realm: Realm, hashes: readonly string[], options?: CallOptions): Promise<string[]>;
  getMemory(realm: Realm, id: string, options?: CallOptions): Promise<Memory | null>;
  /** Newest first by creation. */
  listMemories(realm: Realm, filter: MemoryFilter, page: { limit: number; cursor?: string }, options?: CallOptions): Promise<Page<Memory>>;
  /**
   * All versions of a memory, oldest first: what it took the place of and what took its place, those that lost a conflict against it too.
   * Empty when the realm does not hold it.
   */
  history(realm: Realm, id: string, options?: CallOptions): Promise<Memory[]>;
  /** Open groups, the one with the newest memory first. */
  listConflicts(realm: Realm, page: { limit: number; cursor?: string }, options?: CallOptions): Promise<Page<Conflict>>;
  /**
   * The winner is free of the conflict; the others of the realm have lost it, are retired at `at`, and the winner took their place. False
   * when the winner is not in the open group.
   */
  resolveConflict(realm: Realm, request: { group: string; winnerId: string; at: number }, options?: CallOptions): Promise<boolean>;
  /** Ends a memory without erasing it. False when it is not there or already ended. */
  retireMemory(realm: Realm, request: { id: string; at: number }, options?: CallOptions): Promise<boolean>;
  /**
   * Retires, as {@link Store.retireMemory} does, what has expired by `at` and is not retired yet, the longest expired first, at most `limit`; how
   * many. They were not in force any more: what goes now is that they take part in conflicts and upkeep.
   */
  retireExpired(realm: Realm, request: { at: number; limit: number }, options?: CallOptions): Promise<number>;
  /**
   * Erases a memory, its traces in every index and the answers and notes that may quote it, those on their way too; a tombstone of its
   * content hash stays. Its versions before and after become neighbours, its relations and mentions go, and so does every name that nothing
   * else brought. False when it is not there.
   */
  eraseMemory(realm: Realm, request: { id: string; at: number }, options?: CallOptions): Promise<boolean>;
  /** Access counts, after an answer, in batches. Ids that are not memories are passed over. */
  touch(realm: Realm, request: { ids: readonly string[]; at: number }, options?: CallOptions): Promise<void>;

  /** Those with one of the names (`entityKey` of the text library), oldest first; the one that stands for it when it was merged. */
  findEntities(realm: Realm, keys: readonly string[], options?: CallOptions): Promise<Entity[]>;
  /**
   * Those that have one of the names themselves, and those that stand for them, oldest first: each with its own aliases and count only, and
   * in `mergedInto` the one that stands for it in the end. Who writes what is said of a name writes it to the entity of that name, so that a merge can be undone.
   */
  findNamed(realm: Realm, keys: readonly string[], options?: CallOptions): Promise<Entity[]>;
  /** Newest first by creation, without those that were merged into others. */
  listEntities(realm: Realm, request: EntityListing, options?: CallOptions): Promise<Page<Entity>>;
  getEntity(realm: Realm, id: string, options?: CallOptions): Promise<EntityDetails | null>;
  /** From now on `into` stands for `from`. False when one is not there, they are of different namespaces, or one already. */
  mergeEntities(realm: Realm, request: { from: string; into: string }, options?: CallOptions): Promise<boolean>;
  /** Undoes a merge: mentions and relations have kept their own entity. False when the entity was not merged. */
  unmergeEntity(realm: Realm, id: string, options?: CallOptions): Promise<boolean>;
  /** Relations that are not over by `now`, newest first. */
  findRelations(realm: Realm, query: RelationQuery, options?: CallOptions): Promise<RelationHit[]>;
  /** Documents that mention the entities of a question, or entities that relations lead to from them; realm and filter first. */
  expand(realm: Realm, query: ExpandQuery, options?: CallOptions): Promise<Expansion>;

  searchText(realm: Realm, query: TextQuery, options?: CallOptions): Promise<TextHit[]>;
  searchVector(realm: Realm, query: VectorQuery, options?: CallOptions): Promise<VectorHit[]>;
  /** Cosines of the named documents; ids without a vector in the space are left out. */
  similarities(realm: Realm, query: SimilarityQuery, options?: CallOptions): Promise<Map<string, number>>;
  /** In the order of the ids; ids that the realm does not hold are left out. */
  getDocuments(realm: Realm, ids: readonly string[], options?: CallOptions): Promise<Document[]>;

  /** Every space with its progress; counts rows, so for upkeep and readiness only. */
  spaces(realm: Realm, options?: CallOptions): Promise<SpaceProgress[]>;
  /** The spaces that serve now: one cheap read, made on every recall. */
  activeSpaces(realm: Realm, options?: CallOptions): Promise<Space[]>;
  weighting(realm: Realm, spaceId: number, options?: CallOptions): Promise<Weighting | null>;
  /** Throws `unknown_user` when the user has no data yet. */
  createSpace(realm: Realm, space: NewSpace, options?: CallOptions): Promise<Space>;
  /** Documents without a vector in the space, oldest first. */
  unembedded(realm: Realm, request: { spaceId: number; limit: number }, options?: CallOptions): Promise<Unembedded[]>;
  /** All texts that vectors are made of, for counting tokens. Ordered; pages by `after`. */
  embeddableTexts(realm: Realm, request: { after: string | null; limit: number }, options?: CallOptions): Promise<Unembedded[]>;
  /**
   * Vectors of documents that are gone meanwhile are passed over. Unit vectors of the space's dimension, else `embedder_invalid`.
   * A null vector marks a document that the model can say nothing about: it is no longer missing, and never a hit.
   */
  saveVectors(realm: Realm, request: { spaceId: number; vectors: readonly { id: string; vector: Float32Array | null }[] }, options?: CallOptions): Promise<void>;
  /** The space serves from now on and older spaces of the same embedder are dropped; refused (false) while documents miss a vector. */
  activateSpace(realm: Realm, spaceId: number, options?: CallOptions): Promise<boolean>;
  dropSpace(realm: Realm, spaceId: number, options?: CallOptions): Promise<void>;

  /**
   * One transaction; receipts that are there already are passed over. A user who does not exist is not created. Receipts older than
   * {@link RECEIPT_LIFETIME_MS} by the store's clock go on the way: at least as many as are saved, so that they never pile up, and a
   * bounded number, so that no save takes long.
   */
  saveReceipts(realm: Realm, receipts: readonly Receipt[], options?: CallOptions): Promise<void>;
  getReceipt(realm: Realm, id: string, options?: CallOptions): Promise<Receipt | null>;
  getIdempotent(realm: Realm, request: { key: string; now: number }, options?: CallOptions): Promise<IdempotencyRecord | null>;
  /**
   * Whether the request may do its work: the first answer to the key if there is one, "in_flight" while another one's reservation stands,
   * else the key is this one's; asked again by the same owner, for longer. Also for a user who does not exist, without making him.
   */
  reserveIdempotent(realm: Realm, request: ReservationRequest, options?: CallOptions): Promise<Reservation>;
  /** Gives a key back without an answer. What another one has reserved meanwhile stays. */
  releaseIdempotent(realm: Realm, request: { key: string; owner: string }, options?: CallOptions): Promise<void>;
  /**
   * The first answer to a key stands until it expires. With `owner`: only while his reservation stands, which ends it. Expired records go on
   * the way, a bounded number a call.
   */
  saveIdempotent(realm: Realm, record: IdempotencyRecord & { owner?: string }, options?: CallOptions): Promise<void>;

  /**
   * The latest note under a key stands. Not kept (false) for a user who does not exist, and when something of him was erased since
   * `erasures` was read. Expired notes go on the way, a bounded number a call.
   */
  saveNote(realm: Realm, note: NewNote, options?: CallOptions): Promise<boolean>;
  /** Null when there is none, or none any more. */
  getNote(realm: Realm, request: { key: string; now: number }, options?: CallOptions): Promise<Note | null>;
  /** The same, and it is gone: of several who take at once one gets it. */
  takeNote(realm: Realm, request: { key: string; now: number }, options?: CallOptions): Promise<Note | null>;

  /**
   * Calls of language models; those that are there already are passed over, and a user who does not exist is not created. Calls older than
   * {@link LLM_CALL_LIFETIME_MS} by the store's clock go on the way, a bounded number.
   */
  recordLlmCalls(realm: Realm, calls: readonly LlmCall[], options?: CallOptions): Promise<void>;
  /** Of the user's calls from `since` to before `until` (default: until now and later), ordered by purpose and model. */
  llmUsage(realm: Realm, request: { since: number; until?: number }, options?: CallOptions): Promise<LlmUsage[]>;
  /** Of the calls of all users from `since` to before `until`; for a budget. */
  llmSpent(request: { since: number; until: number }, options?: CallOptions): Promise<LlmTotal>;

  stats(realm: Realm, options?: CallOptions): Promise<UserStats>;
  checkIntegrity(realm: Realm, options?: CallOptions): Promise<IntegrityReport>;
  /** Whether the store answers; throws `store_unavailable` or `disk_full`. */
  ping(options?: CallOptions): Promise<void>;
  close(): Promise<void>;
}
