import type { Entity } from "@memory-cortex/models";
import { decodeCursor, encodeCursor, ENTITY_DETAILS_LIMIT } from "@memory-cortex/store";
import type { EntityDetails, EntityListing, Page } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { BoltCall } from "../connection/bolt-call.ts";
import { entityDocumentsQuery } from "../queries/entity-documents.ts";
import { entityGroupQuery } from "../queries/entity-group.ts";
import { entityRelationsQuery } from "../queries/entity-relations.ts";
import { findEntitiesQuery } from "../queries/find-entities.ts";
import { findNamedQuery } from "../queries/find-named.ts";
import { listEntitiesQuery } from "../queries/list-entities.ts";
import { bySerial, inOrder, toEntity } from "../records/entity-record.ts";
import type { EntityRow } from "../records/entity-record.ts";
import { keyOf } from "../records/keys.ts";
import { toRelation } from "../records/relation-record.ts";
import type { RelationRow } from "../records/relation-record.ts";

interface GroupRow {
  /** Id of the one that stands for the entity. */
  root: string;
  entity: EntityRow;
}

/** Each begins with the one that stands for the rest, which come oldest first; the oldest group first. */
function toGroups(rows: readonly GroupRow[]): EntityRow[][] {
  const groups = [...Map.groupBy(rows, ({ root }) => root)].map(([root, members]) => {
    const rest = members.map(({ entity }) => entity).sort(bySerial);
    return [rest.find(({ id }) => id === root)!, ...rest.filter(({ id }) => id !== root)];
  });
  return groups.sort(([a], [b]) => bySerial(a!, b!));
}

const toEntities = (rows: readonly GroupRow[]): Entity[] => toGroups(rows).map((group) => toEntity(group, null));

export async function findEntities({ transaction }: BoltCall, keys: readonly string[]): Promise<Entity[]> {
  return toEntities(await transaction.run<GroupRow>(findEntitiesQuery, { keys }));
}

export async function findNamed({ transaction }: BoltCall, keys: readonly string[]): Promise<Entity[]> {
  const rows = await transaction.run<{ entity: EntityRow; mergedInto: string | null }>(findNamedQuery, { keys });
  return rows.sort((a, b) => bySerial(a.entity, b.entity)).map(({ entity, mergedInto }) => toEntity([entity], mergedInto));
}

export async function listEntities({ transaction }: BoltCall, { query = "", type = null, limit, cursor }: Omit<EntityListing, "type"> & { type?: string | null }): Promise<Page<Entity>> {
  const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(cursor, 1);
  const groups = toGroups(await transaction.run<GroupRow>(listEntitiesQuery, { before, type, part: entityKey(query), limit: limit + 1 })).toReversed();
  const shown = groups.slice(0, limit);
  return { items: shown.map((group) => toEntity(group, null)), next: groups.length > limit ? encodeCursor(shown.at(-1)?.[0]?.serial ?? 0) : null };
}

export async function getEntity({ realm, transaction }: BoltCall, id: string): Promise<EntityDetails | null> {
  const [group] = toGroups(await transaction.run<GroupRow>(entityGroupQuery, { key: keyOf(realm.userId, id) }));
  if (group === undefined) return null;
  const named = { keys: group.map((member) => keyOf(realm.userId, member.id)), limit: ENTITY_DETAILS_LIMIT };
  const [relations, memories, turns] = await Promise.all([
    transaction.run<{ relation: RelationRow }>(entityRelationsQuery, named),
    transaction.run<{ id: string }>(entityDocumentsQuery, { ...named, kind: "memory" }),
    transaction.run<{ id: string }>(entityDocumentsQuery, { ...named, kind: "turn" }),
  ]);
  return {
    entity: toEntity(group, null),
    merged: group.slice(1).map(({ id: merged, names, type }) => ({ id: merged, name: inOrder(names)[0]!.name, type })),
    relations: relations.map(({ relation }) => toRelation(relation)),
    memoryIds: memories.map((memory) => memory.id),
    turnIds: turns.map((turn) => turn.id),
  };
}
