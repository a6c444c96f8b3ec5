import { realmOf, writeNamespace } from "@memory-cortex/models";
import type { Memory, Relation } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";

import type { EntityWrite, GraphWrites, NewRelation, RelationWrite } from "../graph.ts";
import { mergeEntities } from "./entity-merges.ts";
import type { KnowledgeScope, KnownTurn, StoredEntity, StoredMemory } from "./knowledge.ts";

/** What one commit says of its entities: which stored one each id stands for, and the names it brought. */
interface Written {
  entity: StoredEntity;
  keys: string[];
}

function learnNames(entity: StoredEntity, names: readonly string[]): string[] {
  const keyed = names.map((name) => ({ key: entityKey(name), name })).filter(({ key }) => key !== "");
  for (const { key, name } of keyed) {
    if (!entity.names.some((known) => known.key === key)) entity.names.push({ key, name, sources: new Set() });
  }
  return keyed.map(({ key }) => key);
}

/** The one with the id; else one of the same name and type; else a new one. Undefined: of another namespace, or without a name. */
function entityFor({ user, realm, now }: KnowledgeScope, { id, name, type }: EntityWrite): StoredEntity | undefined {
  const namespace = writeNamespace(realm);
  const known = user.entities.get(id);
  if (known !== undefined) return known.namespace === namespace ? known : undefined;
  const key = entityKey(name);
  if (key === "") return undefined;
  const same = [...user.entities.values()].find((each) => each.namespace === namespace && each.type === type && each.names[0]!.key === key);
  if (same !== undefined) return same;
  user.lastEntity += 1;
  const entity: StoredEntity = { serial: user.lastEntity, id, namespace, type, createdAt: now, mergedInto: null, names: [], documents: new Set() };
  user.entities.set(id, entity);
  return entity;
}

/** All of it in the namespace that the realm writes to. */
export function writeGraph(scope: KnowledgeScope, { entities = [], mentions = [], relations = [], merges = [] }: Partial<GraphWrites>): void {
  const written = new Map<string, Written>();
  for (const write of entities) {
    const entity = entityFor(scope, write);
    if (entity === undefined) continue;
    if (entity.type === "concept") entity.type = write.type;
    written.set(write.id, { entity, keys: learnNames(entity, [write.name, ...write.aliases]) });
  }
  const find = (id: string): StoredEntity | undefined => {
    const entity = written.get(id)?.entity ?? scope.user.entities.get(id);
    return entity?.namespace === writeNamespace(scope.realm) ? entity : undefined;
  };
  for (const { entityId, documentId } of mentions) {
    const entity = find(entityId);
    if (entity === undefined || !isHere(scope, documentId)) continue;
    entity.documents.add(documentId);
    const text = entityKey(textOf(scope.user.documents.get(documentId)!));
    const said = written.get(entityId)?.keys ?? [];
    for (const { key, sources } of entity.names) if (said.includes(key) || text.includes(key)) sources.add(documentId);
  }
  for (const write of relations) writeRelation(scope, write, find);
  for (const { entity } of written.values()) removeOrphan(scope, entity);
  const here = { ...scope, realm: realmOf(scope.realm.userId, [writeNamespace(scope.realm)]) };
  for (const merge of merges) mergeEntities(here, merge);
}

const textOf = (document: StoredMemory | KnownTurn): string => (document.kind === "turn" ? document.turn.text : document.memory.text);

function isHere({ user, realm }: KnowledgeScope, documentId: string): boolean {
  return user.documents.get(documentId)?.namespace === writeNamespace(realm);
}

function writeRelation(scope: KnowledgeScope, write: RelationWrite, find: (id: string) => StoredEntity | undefined): void {
  if (write.action === "create") {
    createRelation(scope, write.relation, find);
    return;
  }
  const relation = scope.user.relations.get(write.id);
  if (relation?.namespace !== writeNamespace(scope.realm)) return;
  relation.validTo = Math.min(relation.validTo ?? write.validTo, write.validTo);
  relation.endedAt ??= write.at;
}

function createRelation(scope: KnowledgeScope, created: NewRelation, find: (id: string) => StoredEntity | undefined): void {
  const { relations } = scope.user;
  const subject = find(created.subjectId);
  const sources = [created.memoryId, created.turnId].filter((id) => id !== null);
  if (relations.has(created.id) || subject === undefined || !sources.every((id) => isHere(scope, id))) return;
  const object = created.objectId === null ? undefined : find(created.objectId);
  const namespace = writeNamespace(scope.realm);
  relations.set(created.id, { ...created, namespace, subjectId: subject.id, objectId: object?.id ?? null, retiredAt: null, endedAt: null });
  // A memory that the same commit has already given a successor is over, and so is what rests on it.
  const source = created.memoryId === null ? undefined : scope.user.documents.get(created.memoryId);
  if (source?.kind === "memory") followMemory(scope, source.memory);
}

/** What rests on a memory ends with it, and is retired with it. */
export function followMemory({ user }: KnowledgeScope, { id, validTo, supersededAt, retiredAt }: Memory): void {
  for (const relation of user.relations.values()) {
    if (relation.memoryId !== id) continue;
    relation.validTo = validTo === null ? relation.validTo : Math.min(relation.validTo ?? validTo, validTo);
    relation.endedAt ??= supersededAt;
    relation.retiredAt ??= retiredAt;
  }
}

const namesOf = ({ subjectId, objectId }: Relation): string[] => (objectId === null ? [subjectId] : [subjectId, objectId]);

/** Nothing of a document that is erased stays: no mention, no relation, no name that it alone brought. */
export function forgetDocument(scope: KnowledgeScope, documentId: string): void {
  const { entities, relations } = scope.user;
  const resting = [...relations.values()].filter((relation) => relation.memoryId === documentId || relation.turnId === documentId);
  const related = new Set(resting.flatMap(namesOf));
  for (const { id } of resting) relations.delete(id);
  for (const entity of entities.values()) {
    if (!entity.documents.delete(documentId) && !related.has(entity.id)) continue;
    const left = entity.names.filter(({ sources }) => !sources.delete(documentId) || sources.size > 0);
    // One that is still mentioned or related to needs a name.
    entity.names = left.length > 0 ? left : entity.names.slice(0, 1);
    removeOrphan(scope, entity);
  }
}

/** What was merged into it is then merged into what it was merged into itself. */
function removeOrphan({ user }: KnowledgeScope, entity: StoredEntity): void {
  const isRelated = [...user.relations.values()].some((relation) => namesOf(relation).includes(entity.id));
  if (entity.documents.size > 0 || isRelated) return;
  user.entities.delete(entity.id);
  for (const other of user.entities.values()) if (other.mergedInto === entity.id) other.mergedInto = entity.mergedInto;
}
