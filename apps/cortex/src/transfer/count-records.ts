import type { Digest } from "@memory-cortex/store";

import { plural } from "../terminal/format.ts";

/** Of several users together, by kind. */
export function countRecords(digests: readonly Digest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const digest of digests) for (const [kind, { count }] of Object.entries(digest)) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

/** "12 turns, 3 memories, 15 vectors, 2 entities" */
export function summaryOf(counts: Record<string, number>): string {
  const named = [plural(counts["turn"] ?? 0, "turn"), plural(counts["memory"] ?? 0, "memory", "memories"), plural(counts["vector"] ?? 0, "vector"), plural(counts["entity"] ?? 0, "entity", "entities")];
  return named.join(", ");
}
