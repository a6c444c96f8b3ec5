import type { Memory } from "@memory-cortex/models";

import { endOf, isNotEnded, notInForce } from "../in-force.ts";
import type { DocumentFilter } from "../search.ts";
import type { StoredDocument, StoredTurn } from "./user-state.ts";

/** Not retired, and valid at the moment. */
export function isCurrent(memory: Memory, at: number): boolean {
  return isNotEnded(memory, at) && (memory.validFrom ?? -Infinity) <= at;
}

function memoryMatches(memory: Memory, filter: DocumentFilter): boolean {
  return (
    (filter.types?.includes(memory.type) ?? true) &&
    (filter.tags?.some((tag) => memory.tags.includes(tag)) ?? true) &&
    (filter.includeHistory || notInForce(memory, memory.observedAt, filter) === null) &&
    (memory.validFrom ?? memory.observedAt) < (filter.validBefore ?? Infinity) &&
    endOf(memory) > (filter.validAfter ?? -Infinity)
  );
}

function turnMatches({ turn }: StoredTurn, filter: DocumentFilter): boolean {
  return (
    turn.observedAt <= Math.min(filter.asOf ?? Infinity, filter.knownAt ?? Infinity) &&
    turn.observedAt < (filter.validBefore ?? Infinity) &&
    turn.observedAt >= (filter.validAfter ?? -Infinity)
  );
}

export function matchesFilter(document: StoredDocument, filter: DocumentFilter): boolean {
  if (!filter.kinds.includes(document.kind)) return false;
  return document.kind === "turn" ? turnMatches(document, filter) : memoryMatches(document.memory, filter);
}
