import type { Realm } from "@memory-cortex/models";
import { endOf, notInForce } from "@memory-cortex/store";
import type { DocumentFilter } from "@memory-cortex/store";

import type { DocumentColumns, MemoryFacts } from "./document-columns.ts";

/** Whether realm and filter let a document through. */
export type Admits = (rid: number) => boolean;

const TURN = 1;

/** Realm and filter of a search over the columns in memory. The meaning of each field is that of `DocumentFilter`. */
export function admits(documents: DocumentColumns, realm: Realm, filter: DocumentFilter): Admits {
  const allowed = documents.allowed(realm, filter.kinds);
  const { groups, observedAt } = documents.columns;
  const from = filter.validAfter ?? -Infinity;
  const before = filter.validBefore ?? Infinity;
  const until = Math.min(filter.asOf ?? Infinity, filter.knownAt ?? Infinity);
  return (rid) => {
    const group = allowed[groups[rid]!]!;
    if (group === 0) return false;
    const observed = observedAt[rid]!;
    if (group === TURN) return observed >= from && observed < before && observed <= until;
    return admitsMemory(documents.memories.get(rid)!, observed, filter);
  };
}

export const asksMemoriesOnly = ({ kinds }: DocumentFilter): boolean => kinds.every((kind) => kind === "memory");

/** Rids of the memories let through, rising: of most users a fiftieth of all documents. About .1 µs for each memory. */
export const admittedMemories = ({ memories }: DocumentColumns, admitted: Admits): Uint32Array => Uint32Array.from(memories.keys()).filter(admitted).sort();

function admitsMemory(memory: MemoryFacts, observedAt: number, filter: DocumentFilter): boolean {
  const { types, tags, validBefore, validAfter } = filter;
  if (types !== undefined && !types.includes(memory.type)) return false;
  if (tags !== undefined && !tags.some((tag) => memory.tags.includes(tag))) return false;
  if (!filter.includeHistory && notInForce(memory, observedAt, filter) !== null) return false;
  if (validBefore !== undefined && (memory.validFrom ?? observedAt) >= validBefore) return false;
  return validAfter === undefined || endOf(memory) > validAfter;
}
