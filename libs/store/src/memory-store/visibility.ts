import type { Memory } from "@memory-cortex/models";

import type { DocumentFilter } from "../search.ts";
import type { StoredDocument, StoredTurn } from "./user-state.ts";

const endOf = (memory: Memory): number => Math.min(memory.validTo ?? Infinity, memory.expiresAt ?? Infinity);

/** Not over at the moment, whatever its beginning. */
export function isNotEnded(memory: Memory, at: number): boolean {
  return memory.retiredAt === null && endOf(memory) > at;
}

/** Not retired, and valid at the moment. */
export function isCurrent(memory: Memory, at: number): boolean {
  return isNotEnded(memory, at) && (memory.validFrom ?? -Infinity) <= at;
}

function wasValidAndKnown(memory: Memory, at: number): boolean {
  return (memory.retiredAt ?? Infinity) > at && (memory.validFrom ?? -Infinity) <= at && endOf(memory) > at;
}

function memoryMatches(memory: Memory, filter: DocumentFilter): boolean {
  const inForce = (): boolean => (filter.asOf === undefined ? isCurrent(memory, filter.now) : wasValidAndKnown(memory, filter.asOf));
  return (
    (filter.types?.includes(memory.type) ?? true) &&
    (filter.tags?.some((tag) => memory.tags.includes(tag)) ?? true) &&
    memory.createdAt <= (filter.asOf ?? Infinity) &&
    (filter.includeHistory || inForce()) &&
    (memory.validFrom ?? memory.observedAt) < (filter.validBefore ?? Infinity) &&
    endOf(memory) > (filter.validAfter ?? -Infinity)
  );
}

function turnMatches({ turn }: StoredTurn, filter: DocumentFilter): boolean {
  return (
    turn.observedAt <= (filter.asOf ?? Infinity) &&
    turn.observedAt < (filter.validBefore ?? Infinity) &&
    turn.observedAt >= (filter.validAfter ?? -Infinity)
  );
}

export function matchesFilter(document: StoredDocument, filter: DocumentFilter): boolean {
  if (!filter.kinds.includes(document.kind)) return false;
  return document.kind === "turn" ? turnMatches(document, filter) : memoryMatches(document.memory, filter);
}
