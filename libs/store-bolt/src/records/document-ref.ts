import type { DocumentRef } from "@memory-cortex/store";

/** What a document's `ref` property holds: what never changes of a {@link DocumentRef}, and how many terms the document has. */
type Packed = [id: string, kind: DocumentRef["kind"], namespace: string, sessionKey: string | null, words: number, signals: number, role: DocumentRef["role"], speaker: string | null, observedAt: number, termCount: number];

/**
 * As one text: a recall reads some thousand of them, and servers look for each property of a node anew. They lie a second time beside the
 * properties that filters ask for, some 150 bytes a document.
 */
export function packRef({ id, kind, namespace, sessionKey, words, signals, role, speaker, observedAt }: Omit<DocumentRef, "position">, termCount: number): string {
  return JSON.stringify([id, kind, namespace, sessionKey, words, signals, role, speaker, observedAt, termCount] satisfies Packed);
}

/** Of a document `d`, what {@link toRef} reads, as the first elements of a list. Inserts move turns, so their place is read by itself. */
export const REF_FIELDS = "d.ref, d.position";
export const REF_LENGTH = 2;

/** A row that begins with {@link REF_FIELDS}. */
export type RefRow = [ref: string, position: number | null, ...unknown[]];

export const toRef = (row: RefRow): DocumentRef => toRefAndLength(row).ref;

/** The same with the number of terms. */
export function toRefAndLength([packed, position]: RefRow): { ref: DocumentRef; termCount: number } {
  const [id, kind, namespace, sessionKey, words, signals, role, speaker, observedAt, termCount] = JSON.parse(packed) as Packed;
  return { ref: { id, kind, namespace, sessionKey, position, words, signals, role, speaker, observedAt }, termCount };
}
