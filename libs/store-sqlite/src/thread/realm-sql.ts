import type { Realm } from "@memory-cortex/models";

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

/** At least one of @tags. */
export const ANY_TAG = `EXISTS (SELECT 1 FROM memory m, json_each(m.tags) tag
  WHERE m.rid = d.rid AND tag.value IN (SELECT value FROM json_each(@tags)))`;
