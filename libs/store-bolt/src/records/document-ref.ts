import type { DocumentRef } from "@memory-cortex/store";

/** Of a document `d`, what {@link toRef} reads, as elements of a list: a recall reads a thousand of them, and names would be most of the answer. */
export const REF_FIELDS = "d.id, d.kind, d.namespace, d.sessionKey, d.position, d.words, d.signals, d.role, d.speaker, d.observedAt";
export const REF_LENGTH = 10;

type RefFields = [id: string, kind: DocumentRef["kind"], namespace: string, sessionKey: string | null, position: number | null, words: number, signals: number, role: DocumentRef["role"], speaker: string | null, observedAt: number];

/** A row that begins with {@link REF_FIELDS}. */
export type RefRow = [...RefFields, ...unknown[]];

export function toRef(row: RefRow): DocumentRef {
  const [id, kind, namespace, sessionKey, position, words, signals, role, speaker, observedAt] = row;
  return { id, kind, namespace, sessionKey, position, words, signals, role, speaker, observedAt };
}
