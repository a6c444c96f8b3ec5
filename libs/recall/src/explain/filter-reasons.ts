import { toIso } from "@memory-cortex/models/wire";
import type { Document, Memory } from "@memory-cortex/models";
import { endOf, notInForce } from "@memory-cortex/store";
import type { DocumentFilter } from "@memory-cortex/store";

/** Why the filter of a request keeps a document out, in words; empty when it lets it through. The same rules as in the stores. */
export function filterReasons(document: Document, filter: DocumentFilter): string[] {
  if (!filter.kinds.includes(document.kind)) return [`its kind is ${document.kind}, and only ${filter.kinds.join(", ")} were asked for`];
  return document.kind === "memory" ? memoryReasons(document, filter) : turnReasons(document.observedAt, filter);
}

const day = (at: number): string => toIso(at).slice(0, 16).replace("T", " ");

function memoryReasons(memory: Memory, filter: DocumentFilter): string[] {
  const { types, tags, validAfter, validBefore } = filter;
  const ends = endOf(memory);
  const reasons = [
    types !== undefined && !types.includes(memory.type) && `its type is ${memory.type}, and only ${types.join(", ")} were asked for`,
    tags !== undefined && !tags.some((tag) => memory.tags.includes(tag)) && `it has none of the tags ${tags.join(", ")}`,
    validBefore !== undefined && (memory.validFrom ?? memory.observedAt) >= validBefore && `it holds from ${day(memory.validFrom ?? memory.observedAt)}, not before ${day(validBefore)}`,
    validAfter !== undefined && ends <= validAfter && `it ended ${day(ends)}, before ${day(validAfter)}`,
  ];
  return [...reasons.filter((reason) => reason !== false), ...(filter.includeHistory ? [] : historyReasons(memory, filter))];
}

function historyReasons(memory: Memory, filter: DocumentFilter): string[] {
  const { createdAt, validFrom, observedAt, retiredAt, supersededBy } = memory;
  switch (notInForce(memory, observedAt, filter)) {
    case null:
      return [];
    case "not_known_yet":
      return [`it was learnt only ${day(createdAt)}`];
    case "lost_conflict":
      return ["it turned out not to be true"];
    case "retired":
      return [supersededBy === null ? `it was retired ${day(retiredAt!)}` : `${supersededBy} took its place ${day(retiredAt!)}`];
    case "begins_later":
      return [`it holds only from ${day(validFrom ?? observedAt)}`];
    case "ended":
      return [`it ended ${day(endOf(memory, filter.knownAt))}`];
  }
}

function turnReasons(observedAt: number, { validAfter, validBefore, asOf, knownAt }: DocumentFilter): string[] {
  const until = Math.min(asOf ?? Infinity, knownAt ?? Infinity);
  const reasons = [
    observedAt > until && `it was said ${day(observedAt)}, after ${day(until)}`,
    validBefore !== undefined && observedAt >= validBefore && `it was said ${day(observedAt)}, not before ${day(validBefore)}`,
    validAfter !== undefined && observedAt < validAfter && `it was said ${day(observedAt)}, before ${day(validAfter)}`,
  ];
  return reasons.filter((reason) => reason !== false);
}
