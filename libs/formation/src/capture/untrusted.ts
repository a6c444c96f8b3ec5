import type { MemoryType } from "@memory-cortex/models";

/** Namespaces of what strangers said: connections to agents put it there (`untrusted`, or below it). */
const UNTRUSTED = /^untrusted(?:\/|$)/;

/** What an instruction is worth when somebody else than the owner gives it: a wish of theirs, or a statement. */
const INSTEAD: Partial<Record<MemoryType, MemoryType>> = { rule: "preference", procedure: "fact" };

/** The type that a memory may have in a namespace: what strangers say never becomes a rule or a procedure that an agent follows. */
export function allowedType(namespace: string, type: MemoryType): MemoryType {
  return UNTRUSTED.test(namespace) ? INSTEAD[type] ?? type : type;
}
