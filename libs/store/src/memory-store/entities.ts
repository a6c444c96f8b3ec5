import type { Entity, Relation } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";

import { decodeCursor, encodeCursor } from "../cursor.ts";
import { ENTITY_DETAILS_LIMIT, RELATION_LIMIT } from "../graph.ts";
import type { EntityDetails, EntityListing, RelationHit, RelationQuery } from "../graph.ts";
import type { Page } from "../memories.ts";
import { rootOf } from "../rules/entity-merges.ts";
import { entitiesOf } from "../rules/knowledge.ts";
import type { StoredEntity } from "../rules/knowledge.ts";
import type { Scope } from "./user-state.ts";

/** An entity with all that were merged into it, itself first, the others oldest first. */
export function groupOf(scope: Scope, root: StoredEntity): StoredEntity[] {
  const all = [...scope.user.entities.values()];
  return [root, ...all.filter((entity) => entity !== root && rootOf(scope, entity) === root)];
}

export const documentsOf = (group: readonly StoredEntity[]): number => group.reduce((sum, { documents }) => sum + documents.size, 0);

const toEntity = (scope: Scope, root: StoredEntity): Entity => entityOf(root, groupOf(scope, root));

/** With the names and documents of the group. */
function entityOf(root: StoredEntity, group: readonly StoredEntity[]): Entity {
  const { id, namespace, type, createdAt, mergedInto } = root;
  const names = new Map<string, string>();
  for (const { key, name } of group.flatMap((each) => each.names)) if (!names.has(key)) names.set(key, name);
  const [name, ...aliases] = [...names.values()];
  return { id, namespace, name: name!, type, aliases, createdAt, mergedInto, documents: documentsOf(group) };
}

const withNames = (scope: Scope, keys: readonly string[]): StoredEntity[] => entitiesOf(scope).filter(({ names }) => names.some(({ key }) => keys.includes(key)));

/** Distinct, oldest first. */
export function rootsByKeys(scope: Scope, keys: readonly string[]): StoredEntity[] {
  const named = withNames(scope, keys);
  return [...new Set(named.map((entity) => rootOf(scope, entity)))].sort((a, b) => a.serial - b.serial);
}

export function findEntities(scope: Scope, keys: readonly string[]): Entity[] {
  return rootsByKeys(scope, keys).map((root) => toEntity(scope, root));
}

export function findNamed(scope: Scope, keys: readonly string[]): Entity[] {
  const named = withNames(scope, keys);
  const all = new Set([...named, ...named.map((entity) => rootOf(scope, entity))]);
  return [...all].sort((a, b) => a.serial - b.serial).map((entity) => ({ ...entityOf(entity, [entity]), mergedInto: entity.mergedInto && rootOf(scope, entity).id }));
}

export function listEntities(scope: Scope, { query = "", type, limit, cursor }: EntityListing): Page<Entity> {
  const [before] = cursor === undefined ? [Infinity] : decodeCursor(cursor, 1);
  const part = entityKey(query);
  const named = entitiesOf(scope).filter(({ names }) => names.some(({ key }) => key.includes(part)));
  const roots = [...new Set(named.map((entity) => rootOf(scope, entity)))].sort((a, b) => b.serial - a.serial);
  const found = roots.filter((root) => root.serial < before! && root.type === (type ?? root.type));
  const shown = found.slice(0, limit);
  return { items: shown.map((root) => toEntity(scope, root)), next: found.length > limit ? encodeCursor(shown.at(-1)?.serial ?? 0) : null };
}

export function getEntity(scope: Scope, id: string): EntityDetails | null {
  const named = entitiesOf(scope).find((entity) => entity.id === id);
  if (named === undefined) return null;
  const root = rootOf(scope, named);
  const group = groupOf(scope, root);
  const ids = new Set(group.map((each) => each.id));
  const mentioned = new Set(group.flatMap(({ documents }) => [...documents]));
  const documents = [...scope.user.documents.values()].filter((document) => mentioned.has(document.id)).toReversed();
  const newest = (kind: "turn" | "memory"): string[] => documents.filter((each) => each.kind === kind).slice(0, ENTITY_DETAILS_LIMIT).map((each) => each.id);
  const related = [...scope.user.relations.values()].filter(({ subjectId, objectId }) => ids.has(subjectId) || (objectId !== null && ids.has(objectId)));
  return {
    entity: toEntity(scope, root),
    merged: group.slice(1).map(({ id: merged, names, type }) => ({ id: merged, name: names[0]!.name, type })),
    relations: related.toReversed().slice(0, ENTITY_DETAILS_LIMIT),
    memoryIds: newest("memory"),
    turnIds: newest("turn"),
  };
}

const isOpen = ({ retiredAt, validTo }: Relation, now: number): boolean => retiredAt === null && (validTo ?? Infinity) > now;

export function findRelations(scope: Scope, { subjectKeys, predicates, now }: RelationQuery): RelationHit[] {
  const keysBySubject = new Map<string, string[]>();
  for (const root of rootsByKeys(scope, subjectKeys)) {
    const group = groupOf(scope, root);
    const keys = new Set(group.flatMap(({ names }) => names.map(({ key }) => key)));
    for (const { id } of group) keysBySubject.set(id, [...new Set(subjectKeys)].filter((key) => keys.has(key)));
  }
  const found = [...scope.user.relations.values()].filter(
    (relation) => keysBySubject.has(relation.subjectId) && predicates.includes(relation.predicate) && isOpen(relation, now),
  );
  return found.toReversed().slice(0, RELATION_LIMIT).map((relation) => ({ relation, subjectKeys: keysBySubject.get(relation.subjectId)! }));
}
