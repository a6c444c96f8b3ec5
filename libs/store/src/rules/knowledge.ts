import { allowsNamespace } from "@memory-cortex/models";
import type { EntityType, Memory, Realm, Relation } from "@memory-cortex/models";

import type { NewTurn } from "../conversations.ts";

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

/** What the rules need of a turn. */
export interface KnownTurn {
  kind: "turn";
  id: string;
  namespace: string;
  turn: Pick<NewTurn, "text">;
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

/**
 * What is known of one user, or as much of it as a write touches: a driver that decides by these rules loads that part, lets the rules change
 * it, and keeps the difference.
 */
export interface Knowledge {
  lastSerial: number;
  lastEntity: number;
  /** By id, in the order of their serials. */
  documents: Map<string, StoredMemory | KnownTurn>;
  /** By id, oldest first. */
  entities: Map<string, StoredEntity>;
  /** By id, oldest first. */
  relations: Map<string, Relation>;
}

/** What every rule runs with. */
export interface KnowledgeScope {
  user: Knowledge;
  realm: Realm;
  now: number;
}

/** Those that the realm holds, oldest first. */
export function memoriesOf({ user, realm }: KnowledgeScope): Memory[] {
  return [...user.documents.values()].flatMap((document) => (document.kind === "memory" && allowsNamespace(realm, document.namespace) ? [document.memory] : []));
}

export function entitiesOf({ user, realm }: KnowledgeScope): StoredEntity[] {
  return [...user.entities.values()].filter(({ namespace }) => allowsNamespace(realm, namespace));
}
