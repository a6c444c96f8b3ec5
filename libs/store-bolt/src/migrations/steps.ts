import type { Query } from "../connection/query.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { TEXT_INDEX } from "../search/text-index.ts";

/** One version of the schema. Released steps never change: a new need is a new step. */
export interface MigrationStep {
  version: number;
  /** What the schema gains: statements that do no harm when they are repeated, or run by two processes at once. */
  schema(dialect: Dialect): string[];
  /** What happens to data, once, in one transaction that sets the version too. */
  changes: readonly Query[];
}

const UNIQUE_KEYS = ["Session", "Document", "Term", "Space", "Vector", "VectorScope", "Entity", "EntityName", "Relation", "Tombstone", "Receipt", "Idempotent", "Reservation", "Note", "LlmCall"];

const INDEXES: readonly [label: string, ...properties: string[]][] = [
  ["Session", "user", "ordinal"],
  ["Session", "user", "openTurns"],
  ["Session", "user", "newestImprovable"],
  ["Session", "user", "sessionId"],
  ["Turn", "session", "position"],
  ["Turn", "session", "contentHash"],
  ["Turn", "session", "saidAt"],
  ["Turn", "user", "serial"],
  ["OpenTurn", "session", "position"],
  ["OpenTurn", "session", "serial"],
  ["ImprovableTurn", "session", "position"],
  ["ImprovableTurn", "session", "serial"],
  ["Document", "user", "serial"],
  ["Memory", "user", "createdAt"],
  ["Memory", "user", "contentHash"],
  ["Memory", "user", "conflictGroup"],
  ["Memory", "user", "supersedes"],
  ["Memory", "user", "supersededBy"],
  ["Memory", "user", "expiresAt"],
  ["Term", "token"],
  ["Term", "word"],
  ["Vector", "scope"],
  ["VectorScope", "space"],
  ["Space", "user"],
  ["DroppedSpace", "user"],
  ["Entity", "user", "serial"],
  ["Entity", "user", "nameKey"],
  ["EntityName", "user", "nameKey"],
  ["Relation", "user", "serial"],
  ["Tombstone", "user", "contentHash"],
  ["Receipt", "user", "at"],
  ["Idempotent", "user", "expiresAt"],
  ["Reservation", "user", "until"],
  ["Note", "user", "expiresAt"],
  ["LlmCall", "user", "at"],
  ["LlmCall", "at"],
];

export const MIGRATION_STEPS: readonly MigrationStep[] = [
  {
    version: 1,
    schema: (dialect) => [
      ...dialect.unique("CortexSchema", "id"),
      ...dialect.unique("CortexUser", "id"),
      ...dialect.labelIndex("CortexUser"),
      ...dialect.unique("CortexCounter", "id"),
      ...UNIQUE_KEYS.flatMap((label) => dialect.unique(label, "key")),
      ...dialect.textIndex({ name: TEXT_INDEX, label: "Document", property: "terms" }),
      ...INDEXES.flatMap(([label, ...properties]) => dialect.index(label, ...properties)),
      ...dialect.relationshipIndex("MENTIONS", "place"),
    ],
    changes: [],
  },
];
