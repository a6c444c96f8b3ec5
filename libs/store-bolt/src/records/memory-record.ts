import type { Memory } from "@memory-cortex/models";

import { projection } from "./projection.ts";

/** Properties of a `:Memory` node that are the record; terms and vectors stay on the server. */
export const MEMORY_FIELDS = [
  "id", "serial", "namespace", "type", "lifetime", "expiresAt", "topic", "text", "contentHash", "importance", "confidence", "visibility", "tags", "project",
  "speaker", "sessionId", "source", "observedAt", "validFrom", "validTo", "createdAt", "retiredAt", "supersededAt", "episodeStart", "episodeEnd", "accessCount",
  "lastAccessedAt", "reinforcedCount", "supersedes", "supersededBy", "conflictGroup", "conflictStatus", "provenance",
] as const satisfies readonly (keyof Memory)[];

export type MemoryRow = Omit<Memory, "kind">;

/** The record of the node of this name, as a map. */
export const memoryOf = (node: string): string => projection(node, MEMORY_FIELDS);

/** A property that is null is not on the node. */
export function toMemory(row: Partial<MemoryRow>): Memory {
  const fields = Object.fromEntries(MEMORY_FIELDS.map((field) => [field, row[field] ?? null])) as unknown as MemoryRow;
  return { ...fields, kind: "memory", tags: row.tags ?? [], provenance: row.provenance ?? [] };
}
