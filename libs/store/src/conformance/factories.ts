import type { Clock, Realm } from "@memory-cortex/models";
import { realmOf } from "@memory-cortex/models";

import type { AppendResult, NewTurn, TurnInsert } from "../conversations.ts";
import type { EntityWrite, NewRelation } from "../graph.ts";
import type { NewMemory } from "../memories.ts";
import type { DocumentFilter } from "../search.ts";
import type { Store } from "../store.ts";

/** A driver as the suite sees it. */
export interface StoreDriver {
  name: string;
  /** A fresh, empty store. */
  open(parts: { clock: Clock }): Promise<Store>;
  /** Closes the store and opens it again over the same data; what cannot do that says why, and the suite prints it. */
  reopen: ((store: Store) => Promise<Store>) | { lacking: string };
}

/** The store under test and a clock that stands until it is set. */
export interface Bench {
  store: Store;
  clock: { now(): number; time: number };
}

export const T0 = Date.UTC(2026, 0, 1);
export const HOUR = 3_600_000;

let lastId = 0;

/** Unique within the run, so that cases can share one store. */
export function uniqueId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A realm of a user that no other case uses. */
export function newRealm(...namespaces: string[]): Realm {
  return realmOf(uniqueId("user"), namespaces.length === 0 ? undefined : namespaces);
}

export const termsOf = (text: string): string[] => text.toLowerCase().split(" ").filter((term) => term !== "");

export function turn(text: string, fields: Partial<NewTurn> = {}): NewTurn {
  const terms = termsOf(text);
  return {
    id: uniqueId("turn"),
    role: "user",
    speaker: null,
    text,
    observedAt: T0,
    timed: true,
    externalId: null,
    contentHash: `hash of ${text}`,
    terms,
    words: terms.length,
    signals: terms.length % 128,
    createdAt: T0,
    ...fields,
  };
}

export function memory(text: string, fields: Partial<NewMemory> = {}): NewMemory {
  const terms = termsOf(text);
  return {
    id: uniqueId("memory"),
    type: "fact",
    lifetime: "permanent",
    expiresAt: null,
    topic: null,
    text,
    contentHash: `hash of ${text}`,
    importance: 0.5,
    confidence: 0.8,
    visibility: "private",
    tags: [],
    project: null,
    speaker: null,
    sessionId: null,
    source: null,
    observedAt: T0,
    validFrom: null,
    validTo: null,
    episodeStart: null,
    episodeEnd: null,
    createdAt: T0,
    supersedes: null,
    provenance: [],
    terms,
    words: terms.length,
    signals: terms.length % 128,
    ...fields,
  };
}

export function everything(fields: Partial<DocumentFilter> = {}): DocumentFilter {
  return { kinds: ["turn", "memory", "chunk"], includeHistory: false, now: T0, ...fields };
}

export interface Append {
  sessionId: string;
  revision?: number;
  inserts: readonly TurnInsert[];
}

export function append(store: Store, realm: Realm, { sessionId, revision = 0, inserts }: Append): Promise<AppendResult> {
  return store.appendTurns(realm, { session: { sessionId, channel: null, agentId: null, project: null }, revision, inserts });
}

/** Keeps the texts as a new session of the realm. */
export async function say(store: Store, realm: Realm, texts: readonly string[]): Promise<{ sessionId: string; turns: NewTurn[] }> {
  const sessionId = uniqueId("session");
  const turns = texts.map((text) => turn(text));
  await append(store, realm, { sessionId, inserts: [{ at: 0, turns }] });
  return { sessionId, turns };
}

export async function remember(store: Store, realm: Realm, text: string, fields: Partial<NewMemory> = {}): Promise<NewMemory> {
  const created = memory(text, fields);
  await store.writeMemory(realm, { action: "create", memory: created });
  return created;
}

export function entity(name: string, fields: Partial<EntityWrite> = {}): EntityWrite {
  return { id: uniqueId("entity"), name, type: "person", aliases: [], ...fields };
}

export function relation(subjectId: string, predicate: string, fields: Partial<NewRelation> = {}): { action: "create"; relation: NewRelation } {
  const said = { objectId: null, object: "something", validFrom: null, validTo: null, createdAt: T0, memoryId: null, turnId: null, confidence: 0.8 };
  return { action: "create", relation: { id: uniqueId("relation"), subjectId, predicate, ...said, ...fields } };
}

/** A vector of length 1 in the direction of the values. */
export function unit(...values: number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
