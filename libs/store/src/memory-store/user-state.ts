import { allowsNamespace, writeNamespace } from "@memory-cortex/models";
import type { LlmCall, Turn } from "@memory-cortex/models";

import type { NewTurn, SessionHeader } from "../conversations.ts";
import type { Knowledge, KnowledgeScope, KnownTurn, StoredMemory } from "../rules/knowledge.ts";
import { sessionKeyOf } from "../session-key.ts";
import type { DocumentRef } from "../search.ts";
import type { Space, Weighting } from "../spaces.ts";
import type { IdempotencyRecord } from "../idempotency.ts";
import type { Note } from "../notes.ts";
import type { Revisions } from "../revisions.ts";
import type { Receipt } from "../store.ts";

export interface StoredTurn extends KnownTurn {
  serial: number;
  turn: NewTurn;
  session: StoredSession;
  capturedAt: number | null;
  improvable: boolean;
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

/** All that is known of one user. */
export interface UserState extends Knowledge {
  lastSpaceId: number;
  sessions: StoredSession[];
  /** By id, in the order of their serials. */
  documents: Map<string, StoredDocument>;
  /** When they were made, by `sessionKeyOf(namespace, content hash)`. */
  tombstones: Map<string, number>;
  spaces: StoredSpace[];
  llmCalls: Map<string, LlmCall>;
  receipts: Map<string, Receipt>;
  idempotent: Map<string, IdempotencyRecord>;
  notes: Map<string, Note>;
  revisions: Revisions;
}

export function emptyUser(): UserState {
  return {
    lastSerial: 0,
    lastSpaceId: 0,
    sessions: [],
    documents: new Map(),
    tombstones: new Map(),
    spaces: [],
    lastEntity: 0,
    entities: new Map(),
    relations: new Map(),
    llmCalls: new Map(),
    receipts: new Map(),
    idempotent: new Map(),
    notes: new Map(),
    revisions: { knowledge: 0, content: 0, erasures: 0 },
  };
}

/** What every operation runs with. */
export interface Scope extends KnowledgeScope {
  user: UserState;
}

export function visibleDocuments({ user, realm }: Scope): StoredDocument[] {
  return [...user.documents.values()].filter((document) => allowsNamespace(realm, document.namespace));
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
