import type { Relation } from "@memory-cortex/models";

import { projection } from "./projection.ts";

/** Properties of a `:Relation` node that are the record. Its relationships say the same of its ends, for those who follow them. */
const RELATION_FIELDS = [
  "id", "namespace", "subjectId", "predicate", "objectId", "object", "validFrom", "validTo", "createdAt", "retiredAt", "endedAt", "memoryId", "turnId", "confidence",
] as const satisfies readonly (keyof Relation)[];

export type RelationRow = Relation & { serial: number };

/** The record of the node of this name, as a map, with its serial. */
export const relationOf = (node: string): string => projection(node, [...RELATION_FIELDS, "serial"]);

/** A property that is null is not on the node. */
export function toRelation(row: Partial<RelationRow>): Relation {
  return Object.fromEntries(RELATION_FIELDS.map((field) => [field, row[field] ?? null])) as unknown as Relation;
}
