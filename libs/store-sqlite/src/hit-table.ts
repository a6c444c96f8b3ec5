import type { DocumentKind, Role } from "@memory-cortex/models";
import type { DocumentRef, TextHit, VectorHit } from "@memory-cortex/store";

/**
 * Hits as they cross from a thread: columns, and strings once each. A thousand objects cost 2 ms to copy from thread to thread and hold up
 * both; this costs a tenth.
 */
export interface HitTable {
  count: number;
  /** {@link ID_BYTES} each; those of another form in `otherIds` by their place. */
  ids: Uint8Array;
  otherIds: Map<number, string>;
  /** Places in `sessionKeys`, `groupNames`, `roleNames`, `speakerNames`. */
  sessions: Uint16Array;
  groups: Uint16Array;
  roles: Uint16Array;
  speakers: Uint16Array;
  /** -1 outside of a session. */
  positions: Int32Array;
  words: Uint32Array;
  signals: Uint32Array;
  observedAt: Float64Array;
  /** So many for each hit: scores by term, or the cosine. */
  width: number;
  values: Float64Array;
  sessionKeys: (string | null)[];
  groupNames: { namespace: string; kind: DocumentKind }[];
  roleNames: (Role | null)[];
  speakerNames: (string | null)[];
}

/** Length of a UUID as text, the form of all ids that the product makes. */
export const ID_BYTES = 36;

function refsOf(table: HitTable): DocumentRef[] {
  const ids = Buffer.from(table.ids.buffer, table.ids.byteOffset, table.ids.byteLength);
  return Array.from({ length: table.count }, (_, index) => {
    const { namespace, kind } = table.groupNames[table.groups[index]!]!;
    const position = table.positions[index]!;
    return {
      id: table.otherIds.get(index) ?? ids.toString("latin1", index * ID_BYTES, (index + 1) * ID_BYTES),
      kind,
      namespace,
      sessionKey: table.sessionKeys[table.sessions[index]!]!,
      position: position === -1 ? null : position,
      words: table.words[index]!,
      signals: table.signals[index]!,
      role: table.roleNames[table.roles[index]!]!,
      speaker: table.speakerNames[table.speakers[index]!]!,
      observedAt: table.observedAt[index]!,
    };
  });
}

/** Null: nothing was found. */
export function toTextHits(table: HitTable | null): TextHit[] {
  if (table === null) return [];
  const { values, width } = table;
  return refsOf(table).map((ref, index) => ({ ref, scores: Array.from({ length: width }, (_, term) => values[index * width + term]!) }));
}

/** Null: nothing was found. */
export function toVectorHits(table: HitTable | null): VectorHit[] {
  return table === null ? [] : refsOf(table).map((ref, index) => ({ ref, cosine: table.values[index]! }));
}
