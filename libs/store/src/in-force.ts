import type { Memory } from "@memory-cortex/models";

import type { DocumentFilter } from "./search.ts";

/** What a memory tells about when it is true and when it is believed. */
export type ValidityFacts = Pick<Memory, "createdAt" | "validFrom" | "validTo" | "expiresAt" | "retiredAt" | "supersededAt" | "conflictStatus">;

/** Why a memory does not hold at the moment that a filter asks for. */
export type NotInForce = "not_known_yet" | "retired" | "lost_conflict" | "begins_later" | "ended";

/**
 * Null when the memory holds. Two times, asked apart: `asOf` is a moment in the world, answered by what is believed now; `knownAt` is a moment of our knowledge,
 * answered as we would have then, with the ends that we had heard of by then. docs/decisions/bi-temporal.md has the table.
 */
export function notInForce(memory: ValidityFacts, observedAt: number, { asOf, knownAt, now }: Pick<DocumentFilter, "asOf" | "knownAt" | "now">): NotInForce | null {
  const at = asOf ?? knownAt ?? now;
  const past = asOf !== undefined || knownAt !== undefined;
  if (knownAt !== undefined && memory.createdAt > knownAt) return "not_known_yet";
  if (knownAt === undefined && past && memory.conflictStatus === "resolved") return "lost_conflict";
  if (memory.retiredAt !== null && (!past || memory.retiredAt <= (knownAt ?? at))) return "retired";
  if ((memory.validFrom ?? (past ? observedAt : -Infinity)) > at) return "begins_later";
  return endOf(memory, knownAt) <= at ? "ended" : null;
}

/** When a memory stops being true: its end, as far as it was known at `knownAt`, or its expiry. */
export function endOf({ validTo, expiresAt, supersededAt }: Pick<Memory, "validTo" | "expiresAt" | "supersededAt">, knownAt?: number): number {
  const unheard = knownAt !== undefined && supersededAt !== null && supersededAt > knownAt;
  return Math.min(unheard ? Infinity : (validTo ?? Infinity), expiresAt ?? Infinity);
}

/** Not over at the moment, whatever its beginning. */
export function isNotEnded(memory: Memory, at: number): boolean {
  return memory.retiredAt === null && endOf(memory) > at;
}
