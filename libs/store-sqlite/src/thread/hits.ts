import type { DocumentRef } from "@memory-cortex/store";
import { sessionKeyOf } from "@memory-cortex/store";

import type { Condition } from "./realm-sql.ts";
import type { UserDatabase } from "./user-database.ts";

/** What a search reads of a document. */
export interface HitRow {
  rid: number;
  id: string;
  kind: "turn" | "memory";
  namespace: string;
  session: number | null;
  sessionId: string | null;
  position: number | null;
  words: number;
  signals: number;
  role: DocumentRef["role"];
  speaker: string | null;
  observedAt: number;
}

export const HIT_COLUMNS = `d.rid, d.id, d.kind, d.namespace, d.session, d.session_id AS sessionId, d.position, d.words, d.signals, d.role, d.speaker,
  d.observed_at AS observedAt`;

export function toRef(row: HitRow): DocumentRef {
  return {
    id: row.id,
    kind: row.kind,
    namespace: row.namespace,
    sessionKey: row.sessionId === null ? null : sessionKeyOf(row.namespace, row.sessionId),
    position: row.position,
    words: row.words,
    signals: row.signals,
    role: row.role,
    speaker: row.speaker,
    observedAt: row.observedAt,
  };
}

/** Those of the rids that realm and filter let through, in the order given. */
export function selectAllowed(database: UserDatabase, condition: Condition, rids: readonly number[]): HitRow[] {
  return database.all<HitRow>(
    `SELECT ${HIT_COLUMNS} FROM json_each(@rids) wanted CROSS JOIN document d INDEXED BY document_brief ON d.rid = wanted.value
     WHERE ${condition.sql} ORDER BY wanted.key`,
    { ...condition.parameters, rids: JSON.stringify(rids) },
  );
}

type Range = [session: number, from: number, to: number];

/** Places around the turns among the hits, as ranges that do not overlap. */
function rangesAround(hits: readonly HitRow[], window: number): Range[] {
  const seats = hits.flatMap(({ session, position }) => (session === null || position === null ? [] : [{ session, position }]));
  seats.sort((a, b) => a.session - b.session || a.position - b.position);
  const ranges: Range[] = [];
  for (const { session, position } of seats) {
    const last = ranges.at(-1);
    if (last?.[0] === session && position - window <= last[2] + 1) {
      last[2] = position + window;
    } else {
      ranges.push([session, position - window, position + window]);
    }
  }
  return ranges;
}

/** Turns up to `window` places from the turns among the hits that are not hits themselves; realm and filter hold for them too. */
export function selectNeighbours(database: UserDatabase, condition: Condition, around: { hits: readonly HitRow[]; window: number }): HitRow[] {
  const ranges = around.window > 0 ? rangesAround(around.hits, around.window) : [];
  if (ranges.length === 0) {
    return [];
  }
  const rows = database.all<HitRow>(
    `SELECT ${HIT_COLUMNS} FROM json_each(@ranges) place
     CROSS JOIN document seat INDEXED BY document_place ON seat.session = place.value ->> 0
       AND seat.position BETWEEN place.value ->> 1 AND place.value ->> 2
     CROSS JOIN document d INDEXED BY document_brief ON d.rid = seat.rid
     WHERE ${condition.sql}`,
    { ...condition.parameters, ranges: JSON.stringify(ranges) },
  );
  const known = new Set(around.hits.map((hit) => hit.rid));
  return rows.filter((row) => !known.has(row.rid));
}
