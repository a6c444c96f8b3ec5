import type { DocumentKind, Memory } from "@memory-cortex/models";
import type { Knowledge, StoredEntity } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { loadBroughtNamesQuery } from "../queries/load-brought-names.ts";
import { loadConflictGroupsQuery } from "../queries/load-conflict-groups.ts";
import { loadCountersQuery } from "../queries/load-counters.ts";
import { loadDocumentsQuery } from "../queries/load-documents.ts";
import { loadEntitiesQuery } from "../queries/load-entities.ts";
import { loadMentionsQuery } from "../queries/load-mentions.ts";
import { loadNamesakesQuery } from "../queries/load-namesakes.ts";
import { loadOtherRelationsQuery } from "../queries/load-other-relations.ts";
import { loadRelationsQuery } from "../queries/load-relations.ts";
import { loadRestingRelationsQuery } from "../queries/load-resting-relations.ts";
import { loadStandingEntitiesQuery } from "../queries/load-standing-entities.ts";
import type { Query } from "../connection/query.ts";
import { bySerial, inOrder } from "../records/entity-record.ts";
import type { EntityRow } from "../records/entity-record.ts";
import { keyOf } from "../records/keys.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import { toRelation } from "../records/relation-record.ts";
import type { RelationRow } from "../records/relation-record.ts";

/** Stands for documents that are not loaded, in the sets of an entity and of its names: the rules ask only whether there are others. */
const OTHERS = "\u0000others";

export interface Counters {
  lastSerial: number;
  lastEntity: number;
  lastRelation: number;
  knowledgeRevision: number;
}

/** What a write names: the part of a user's knowledge that it can touch is loaded from it. */
export interface Named {
  /** Ids of memories and turns, also of those that the write makes. */
  documents: Iterable<string>;
  /** Open conflicts that a memory may join. */
  groups?: Iterable<string>;
  entities?: Iterable<string>;
  /** Names of entities, as keys. */
  nameKeys?: Iterable<string>;
  relations?: Iterable<string>;
}

interface DocumentRow {
  id: string;
  namespace: string;
  serial: number;
  text: string;
  memory: Partial<MemoryRow> | null;
}

export interface LoadedEntity {
  entity: EntityRow;
  mergedInto: string | null;
}

/** What of a document its mentions hold, so that the newest of an entity are found without reading the documents. */
export interface MentionFields {
  kind: DocumentKind;
  serial: number;
}

/**
 * A part of what is known of a user, loaded within the transaction of a write: the rules of the store port change it, and the difference is
 * saved. The user's lock is held, so nobody else changes meanwhile what was loaded.
 */
export class WorkingSet {
  readonly call: BoltCall;
  readonly counters: Counters;
  readonly knowledge: Knowledge;
  readonly #turnSerials = new Map<string, number>();
  /** Where the next name of an entity goes. */
  readonly namePositions = new Map<string, number>();

  constructor(call: BoltCall, counters: Counters) {
    const { lastSerial, lastEntity } = counters;
    this.call = call;
    this.counters = counters;
    this.knowledge = { lastSerial, lastEntity, documents: new Map(), entities: new Map(), relations: new Map() };
  }

  keys(ids: Iterable<string>): string[] {
    return [...new Set(ids)].map((id) => keyOf(this.call.realm.userId, id));
  }

  /** One round trip, or none for an empty list. */
  async #rows<Row>(query: Query, parameters: Record<string, readonly unknown[]>): Promise<Row[]> {
    return Object.values(parameters).every((list) => list.length === 0) ? [] : this.call.transaction.run<Row>(query, parameters);
  }

  /** What the write names, and what hangs on it: open conflicts of its memories, relations that rest on them, mentions of its documents. */
  async load(named: Named): Promise<void> {
    const documents = this.keys(named.documents);
    const [rows, resting, relations, entities, namesakes, mentions] = await Promise.all([
      this.#rows<DocumentRow>(loadDocumentsQuery, { keys: documents }),
      this.#rows<{ relation: RelationRow }>(loadRestingRelationsQuery, { keys: documents }),
      this.#rows<{ relation: RelationRow }>(loadRelationsQuery, { keys: this.keys(named.relations ?? []) }),
      this.#rows<LoadedEntity>(loadEntitiesQuery, { keys: this.keys(named.entities ?? []) }),
      this.#rows<LoadedEntity>(loadNamesakesQuery, { nameKeys: [...new Set(named.nameKeys ?? [])] }),
      this.#rows<{ documentId: string; entityId: string }>(loadMentionsQuery, { keys: documents }),
    ]);
    for (const row of rows) this.#addDocument(row);
    this.addRelations([...resting, ...relations]);
    this.addEntities([...entities, ...namesakes], mentions);
    await this.#loadGroups(new Set([...(named.groups ?? []), ...rows.flatMap(({ memory }) => (memory?.conflictStatus === "active" ? [memory.conflictGroup!] : []))]));
  }

  #addDocument({ id, namespace, serial, text, memory }: DocumentRow): void {
    if (memory !== null) return this.addMemory(toMemory(memory));
    this.#turnSerials.set(id, serial);
    this.knowledge.documents.set(id, { kind: "turn", id, namespace, turn: { text } });
  }

  /** Of a document that is loaded, or that the rules made. */
  mentionFields(id: string): MentionFields {
    const document = this.knowledge.documents.get(id);
    return document?.kind === "memory" ? { kind: "memory", serial: document.serial } : { kind: "turn", serial: this.#turnSerials.get(id)! };
  }

  /** Terms and the like never change, so they are not loaded. */
  addMemory(memory: Memory): void {
    const { id, serial, namespace } = memory;
    if (!this.knowledge.documents.has(id)) this.knowledge.documents.set(id, { kind: "memory", id, serial, namespace, memory, terms: [], words: 0, signals: 0 });
  }

  /** In the order of their serials: that is the order of the rules. */
  addRelations(rows: readonly { relation: RelationRow }[]): void {
    for (const { relation } of rows.toSorted((a, b) => a.relation.serial - b.relation.serial)) {
      if (!this.knowledge.relations.has(relation.id)) this.knowledge.relations.set(relation.id, toRelation(relation));
    }
  }

  addEntities(rows: readonly LoadedEntity[], mentions: readonly { documentId: string; entityId: string }[] = []): void {
    const mentioning = Map.groupBy(mentions, ({ entityId }) => entityId);
    for (const { entity, mergedInto } of rows.toSorted((a, b) => bySerial(a.entity, b.entity))) {
      const { id, serial, namespace, type, createdAt } = entity;
      if (this.knowledge.entities.has(id)) continue;
      const documents = new Set((mentioning.get(id) ?? []).map(({ documentId }) => documentId));
      if (entity.documents > documents.size) documents.add(OTHERS);
      const names = inOrder(entity.names);
      this.namePositions.set(id, (names.at(-1)?.position ?? 0) + 1);
      const known: StoredEntity = { id, serial, namespace, type, createdAt, mergedInto, documents, names: names.map(({ nameKey, name }) => ({ key: nameKey, name, sources: new Set() })) };
      this.knowledge.entities.set(id, known);
    }
  }

  /** What stands for the loaded entities, up to the last. */
  async loadStanding(): Promise<void> {
    const keys = this.keys(this.knowledge.entities.keys());
    this.addEntities(await this.#rows<LoadedEntity>(loadStandingEntitiesQuery, { keys }));
  }

  /** Of each loaded entity that no document mentions a relation, if there is one: it alone keeps the entity when a commit names it again. */
  async loadHolders(): Promise<void> {
    const unmentioned = [...this.knowledge.entities.values()].filter(({ documents }) => documents.size === 0).map(({ id }) => id);
    if (unmentioned.length === 0) return;
    this.addRelations(await this.call.transaction.run<{ relation: RelationRow }>(loadOtherRelationsQuery, { keys: this.keys(unmentioned), key: null }));
  }

  /** Which names of the loaded entities a document brought, and whether others brought them too. */
  async loadSources(documentId: string): Promise<void> {
    const rows = await this.call.transaction.run<{ entityId: string; nameKey: string; isShared: boolean }>(loadBroughtNamesQuery, { key: this.keys([documentId])[0] });
    for (const { entityId, nameKey, isShared } of rows) {
      const name = this.knowledge.entities.get(entityId)?.names.find(({ key }) => key === nameKey);
      name?.sources.add(documentId);
      if (isShared) name?.sources.add(OTHERS);
    }
  }

  async #loadGroups(groups: ReadonlySet<string>): Promise<void> {
    const rows = await this.#rows<{ memory: Partial<MemoryRow> }>(loadConflictGroupsQuery, { groups: [...groups] });
    for (const { memory } of rows) this.addMemory(toMemory(memory));
  }
}

/** An empty one, with the counters of the user. */
export async function openWorkingSet(call: BoltCall): Promise<WorkingSet> {
  const [counters] = await call.transaction.run<Counters>(loadCountersQuery);
  return new WorkingSet(call, counters!);
}

/** Documents of a set that are loaded by their id. */
export const loadedIds = (documents: ReadonlySet<string>): string[] => [...documents].filter((id) => id !== OTHERS);
