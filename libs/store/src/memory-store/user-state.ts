import { allowsNamespace, writeNamespace } from "@memory-cortex/models";
import type { EntityType, LlmCall, Memory, Realm, Relation, Turn } from "@memory-cortex/models";

import type { NewTurn, SessionHeader } from "../conversations.ts";
import { sessionKeyOf } from "../session-key.ts";
import type { DocumentRef } from "../search.ts";
import type { Space, Weighting } from "../spaces.ts";
import type { IdempotencyRecord, Receipt } from "../store.ts";

export interface StoredTurn {
  kind: "turn";
  serial: number;
  id: string;
  namespace: string;
  turn: NewTurn;
  session: StoredSession;
  capturedAt: number | null;
  improvable: boolean;
}

export interface StoredMemory {
  kind: "memory";
  serial: number;
  id: string;
  namespace: string;
  memory: Memory;
  terms: readonly string[];
  words: number;
  signals: number;
}

export type StoredDocument = StoredTurn | StoredMemory;

export interface StoredSession {
  namespace: string;
  header: SessionHeader;
  revision: number;
  /** A turn's position is its index. */
  turns: StoredTurn[];
}

export interface StoredSpace {
  space: Space;
  weighting: Weighting | null;
  /** By document id; null is done without a vector. */
  vectors: Map<string, Float32Array | null>;
}

export interface StoredName {
  key: string;
  name: string;
  /** Ids of the documents that brought it. */
  sources: Set<string>;
}

export interface StoredEntity {
  serial: number;
  id: string;
  namespace: string;
  type: EntityType;
  createdAt: number;
  mergedInto: string | null;
  /** In the order in which they were learnt; the first one is its name. */
  names: StoredName[];
  /** Ids of the documents that mention it. */
  documents: Set<string>;
}

/** All that is known of one user. */
export interface UserState {
  lastSerial: number;
  lastSpaceId: number;
  sessions: StoredSession[];
  /** By id, in the order of their serials. */
  documents: Map<string, StoredDocument>;
  /** `sessionKeyOf(namespace, content hash)`. */
  tombstones: Set<string>;
  spaces: StoredSpace[];
  lastEntity: number;
  /** By id, oldest first. */
  entities: Map<string, StoredEntity>;
  relations: Map<string, Relation>;
  llmCalls: Map<string, LlmCall>;
  receipts: Map<string, Receipt>;
  idempotent: Map<string, IdempotencyRecord>;
}

export function emptyUser(): UserState {
  return {
    lastSerial: 0,
    lastSpaceId: 0,
    sessions: [],
    documents: new Map(),
    tombstones: new Set(),
    spaces: [],
    lastEntity: 0,
    entities: new Map(),
    relations: new Map(),
    llmCalls: new Map(),
    receipts: new Map(),
    idempotent: new Map(),
  };
}

/** What every operation runs with. */
export interface Scope {
  user: UserState;
  realm: Realm;
  now: number;
}

export function visibleDocuments({ user, realm }: Scope): StoredDocument[] {
  return [...user.documents.values()].filter((document) => allowsNamespace(realm, document.namespace));
}

export function visibleMemories(scope: Scope): StoredMemory[] {
  return visibleDocuments(scope).filter((document) => document.kind === "memory");
}

/** The session in the namespace that writes go to. */
export function ownSession({ user, realm }: Scope, sessionId: string): StoredSession | undefined {
  return user.sessions.find((session) => session.namespace === writeNamespace(realm) && session.header.sessionId === sessionId);
}

export function toTurn({ turn, session, serial }: StoredTurn, position: number): Turn {
  const { id, role, speaker, text, observedAt, timed, externalId, contentHash, createdAt } = turn;
  const { namespace, header } = session;
  const { sessionId, channel, agentId, project } = header;
  const said = { id, serial, sessionId, namespace, position, role, speaker, text, observedAt, timed, externalId, contentHash };
  return { kind: "turn", ...said, channel, agentId, project, createdAt };
}

export function termsOf(document: StoredDocument): readonly string[] {
  return document.kind === "turn" ? document.turn.terms : document.terms;
}

export function toRef(document: StoredDocument): DocumentRef {
  const { id, kind, namespace } = document;
  if (document.kind === "memory") {
    const { sessionId, speaker, observedAt } = document.memory;
    const sessionKey = sessionId === null ? null : sessionKeyOf(namespace, sessionId);
    return { id, kind, namespace, sessionKey, position: null, words: document.words, signals: document.signals, role: null, speaker, observedAt };
  }
  const { words, signals, role, speaker, observedAt } = document.turn;
  const { header, turns } = document.session;
  return { id, kind, namespace, sessionKey: sessionKeyOf(namespace, header.sessionId), position: turns.indexOf(document), words, signals, role, speaker, observedAt };
}
