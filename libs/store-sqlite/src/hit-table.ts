import type { DocumentKind, Role } from "@memory-cortex/models";
import type { DocumentRef, GraphHit, TextHit, VectorHit } from "@memory-cortex/store";

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
  /** So many for each hit: scores by term; the cosine; or hop, weight, and occurrences by term. */
  width: number;
  values: Float64Array;
  sessionKeys: (string | null)[];
  groupNames: { namespace: string; kind: DocumentKind }[];
  roleNames: (Role | null)[];
  speakerNames: (string | null)[];
}

/** Length of a UUID as text, the form of all ids that the product makes. */
export const ID_BYTES = 36;

/** Plain loops in all of this: a recall decodes a thousand hits on the event loop. */
function refsOf(table: HitTable): DocumentRef[] {
  const ids = Buffer.from(table.ids.buffer, table.ids.byteOffset, table.ids.byteLength).toString("latin1");
  const refs: DocumentRef[] = [];
  for (let index = 0; index < table.count; index += 1) {
    const { namespace, kind } = table.groupNames[table.groups[index]!]!;
    const position = table.positions[index]!;
    refs.push({
      id: table.otherIds.get(index) ?? ids.slice(index * ID_BYTES, (index + 1) * ID_BYTES),
      kind,
      namespace,
      sessionKey: table.sessionKeys[table.sessions[index]!]!,
      position: position === -1 ? null : position,
      words: table.words[index]!,
      signals: table.signals[index]!,
      role: table.roleNames[table.roles[index]!]!,
      speaker: table.speakerNames[table.speakers[index]!]!,
      observedAt: table.observedAt[index]!,
    });
  }
  return refs;
}

/** Null: nothing was found. */
export function toTextHits(table: HitTable | null): TextHit[] {
  if (table === null) return [];
  const { values, width } = table;
  // Most are mere neighbours, which hold no term: one row of zeros for all of them.
  const zeros = new Array<number>(width).fill(0);
  return refsOf(table).map((ref, index) => {
    let scores = zeros;
    for (let term = 0; term < width; term += 1) {
      const score = values[index * width + term]!;
      if (score === 0) continue;
      if (scores === zeros) scores = zeros.slice();
      scores[term] = score;
    }
    return { ref, scores };
  });
}

/** Null: nothing was found. */
export function toGraphHits(table: HitTable | null): GraphHit[] {
  if (table === null) return [];
  const { values, width } = table;
  return refsOf(table).map((ref, index) => {
    const [hop, weight, ...counts] = values.subarray(index * width, (index + 1) * width);
    return { ref, hop: hop as GraphHit["hop"], weight: weight!, holds: counts.map((count) => count > 0) };
  });
}

/** Null: nothing was found. */
export function toVectorHits(table: HitTable | null): VectorHit[] {
  return table === null ? [] : refsOf(table).map((ref, index) => ({ ref, cosine: table.values[index]! }));
}
