import type { Realm } from "@memory-cortex/models";
import type { DocumentFilter } from "@memory-cortex/store";

import type { Parameters } from "./user-database.ts";

/** A condition on `document d` with its named parameters. */
export interface Condition {
  sql: string;
  parameters: Parameters;
}

/** Whether a record's namespace is allowed; `column` is where the namespace stands. */
export function realmCondition(realm: Realm, column = "d.namespace"): Condition {
  return realm.namespaces === "all"
    ? { sql: "TRUE", parameters: {} }
    : { sql: `${column} IN (SELECT value FROM json_each(@namespaces))`, parameters: { namespaces: JSON.stringify(realm.namespaces) } };
}

/** Not retired, and valid at @now. */
export const CURRENT_MEMORY = `d.retired_at IS NULL AND (d.valid_from IS NULL OR d.valid_from <= @now)
  AND (d.valid_to IS NULL OR d.valid_to > @now) AND (d.expires_at IS NULL OR d.expires_at > @now)`;

const AS_OF_MEMORY = `(d.retired_at IS NULL OR d.retired_at > @asOf) AND (d.valid_from IS NULL OR d.valid_from <= @asOf)
  AND (d.valid_to IS NULL OR d.valid_to > @asOf) AND (d.expires_at IS NULL OR d.expires_at > @asOf)`;

/** At least one of @tags. */
export const ANY_TAG = `EXISTS (SELECT 1 FROM memory m, json_each(m.tags) tag
  WHERE m.rid = d.rid AND tag.value IN (SELECT value FROM json_each(@tags)))`;

function memoryConditions(filter: DocumentFilter): string[] {
  const conditions: string[] = [];
  if (filter.types !== undefined) conditions.push("d.type IN (SELECT value FROM json_each(@types))");
  if (filter.tags !== undefined) conditions.push(ANY_TAG);
  if (filter.asOf !== undefined) conditions.push("d.created_at <= @asOf");
  if (!filter.includeHistory) conditions.push(filter.asOf === undefined ? CURRENT_MEMORY : AS_OF_MEMORY);
  if (filter.validBefore !== undefined) conditions.push("coalesce(d.valid_from, d.observed_at) < @validBefore");
  if (filter.validAfter !== undefined) {
    conditions.push("(d.valid_to IS NULL OR d.valid_to > @validAfter) AND (d.expires_at IS NULL OR d.expires_at > @validAfter)");
  }
  return conditions;
}

function turnConditions(filter: DocumentFilter): string[] {
  const conditions: string[] = [];
  if (filter.asOf !== undefined) conditions.push("d.observed_at <= @asOf");
  if (filter.validBefore !== undefined) conditions.push("d.observed_at < @validBefore");
  if (filter.validAfter !== undefined) conditions.push("d.observed_at >= @validAfter");
  return conditions;
}

const both = (conditions: readonly string[]): string => conditions.map((condition) => ` AND (${condition})`).join("");

/** Realm and filter of a search, for `document d`. The meaning of each field is that of `DocumentFilter`. */
export function searchCondition(realm: Realm, filter: DocumentFilter): Condition {
  const kinds: string[] = [];
  if (filter.kinds.includes("turn")) kinds.push(`(d.kind = 'turn'${both(turnConditions(filter))})`);
  if (filter.kinds.includes("memory")) kinds.push(`(d.kind = 'memory'${both(memoryConditions(filter))})`);
  const realmPart = realmCondition(realm);
  return {
    sql: `${realmPart.sql} AND (${kinds.length === 0 ? "FALSE" : kinds.join(" OR ")})`,
    parameters: {
      ...realmPart.parameters,
      now: filter.now,
      asOf: filter.asOf ?? null,
      validBefore: filter.validBefore ?? null,
      validAfter: filter.validAfter ?? null,
      types: JSON.stringify(filter.types ?? []),
      tags: JSON.stringify(filter.tags ?? []),
    },
  };
}
