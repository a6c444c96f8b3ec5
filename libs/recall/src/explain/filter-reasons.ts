import { toIso } from "@memory-cortex/models";
import type { Document, Memory } from "@memory-cortex/models";
import type { DocumentFilter } from "@memory-cortex/store";

/** Why the filter of a request keeps a document out, in words; empty when it lets it through. The same rules as in the stores. */
export function filterReasons(document: Document, filter: DocumentFilter): string[] {
  if (!filter.kinds.includes(document.kind)) return [`its kind is ${document.kind}, and only ${filter.kinds.join(", ")} were asked for`];
  return document.kind === "memory" ? memoryReasons(document, filter) : turnReasons(document.observedAt, filter);
}

const day = (at: number): string => toIso(at).slice(0, 16).replace("T", " ");

function memoryReasons(memory: Memory, filter: DocumentFilter): string[] {
  const { types, tags, validAfter, validBefore, asOf } = filter;
  const ends = Math.min(memory.validTo ?? Infinity, memory.expiresAt ?? Infinity);
  const reasons = [
    types !== undefined && !types.includes(memory.type) && `its type is ${memory.type}, and only ${types.join(", ")} were asked for`,
    tags !== undefined && !tags.some((tag) => memory.tags.includes(tag)) && `it has none of the tags ${tags.join(", ")}`,
    asOf !== undefined && memory.createdAt > asOf && `it was not known yet at ${day(asOf)}`,
    validBefore !== undefined && (memory.validFrom ?? memory.observedAt) >= validBefore && `it holds from ${day(memory.validFrom ?? memory.observedAt)}, not before ${day(validBefore)}`,
    validAfter !== undefined && ends <= validAfter && `it ended ${day(ends)}, before ${day(validAfter)}`,
  ];
  return [...reasons.filter((reason) => reason !== false), ...(filter.includeHistory ? [] : historyReasons(memory, filter, ends))];
}

function historyReasons(memory: Memory, { now, asOf }: DocumentFilter, ends: number): string[] {
  const at = asOf ?? now;
  if (memory.retiredAt !== null && (asOf === undefined || memory.retiredAt <= asOf)) {
    return [memory.supersededBy === null ? `it was retired ${day(memory.retiredAt)}` : `${memory.supersededBy} took its place ${day(memory.retiredAt)}`];
  }
  if (ends <= at) return [`it ended ${day(ends)}`];
  return memory.validFrom !== null && memory.validFrom > at ? [`it holds only from ${day(memory.validFrom)}`] : [];
}

function turnReasons(observedAt: number, { validAfter, validBefore, asOf }: DocumentFilter): string[] {
  const reasons = [
    asOf !== undefined && observedAt > asOf && `it was said ${day(observedAt)}, after ${day(asOf)}`,
    validBefore !== undefined && observedAt >= validBefore && `it was said ${day(observedAt)}, not before ${day(validBefore)}`,
    validAfter !== undefined && observedAt < validAfter && `it was said ${day(observedAt)}, before ${day(validAfter)}`,
  ];
  return reasons.filter((reason) => reason !== false);
}
