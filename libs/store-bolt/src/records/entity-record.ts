import type { Entity, EntityType } from "@memory-cortex/models";

export interface NameRow {
  nameKey: string;
  name: string;
  /** Grows in the order in which the names of the entity were learnt. */
  position: number;
}

/** An entity by itself, without those that were merged into it. */
export interface EntityRow {
  id: string;
  namespace: string;
  serial: number;
  type: EntityType;
  createdAt: number;
  /** Own mentions. */
  documents: number;
  names: NameRow[];
}

/** Binds the names of a bound entity as `names`. */
export const namesOf = (entity: string): string => `CALL (${entity}) {
  MATCH (name:EntityName)-[:NAMES]->(${entity})
  RETURN collect(name {.nameKey, .name, .position}) AS names
}`;

/** The record of the node of this name, as a map; `names` is bound. */
export const entityOf = (entity: string): string => `${entity} {.id, .namespace, .serial, .type, .createdAt, .documents, names: names}`;

export const bySerial = (a: { serial: number }, b: { serial: number }): number => a.serial - b.serial;

export const inOrder = (names: readonly NameRow[]): NameRow[] => names.toSorted((a, b) => a.position - b.position);

/** With the names and documents of the group, the first of which it is. */
export function toEntity(group: readonly EntityRow[], mergedInto: string | null): Entity {
  const { id, namespace, type, createdAt } = group[0]!;
  const names = new Map<string, string>();
  for (const { nameKey, name } of group.flatMap((each) => inOrder(each.names))) if (!names.has(nameKey)) names.set(nameKey, name);
  const [name, ...aliases] = [...names.values()];
  return { id, namespace, name: name!, type, aliases, createdAt, mergedInto, documents: group.reduce((sum, { documents }) => sum + documents, 0) };
}
