import type { Document, Memory, Realm, Turn } from "@memory-cortex/models";

import { realmCondition } from "./realm-sql.ts";
import type { Call } from "./call.ts";
import type { UserDatabase } from "./user-database.ts";

/** Columns of a turn under the names of the record, without what is derived below. */
export const TURN_COLUMNS = `d.id, d.rid AS serial, d.session_id AS sessionId, d.namespace, d.position, d.role, d.speaker, d.text, d.observed_at AS observedAt,
  d.timed, d.external_id AS externalId, d.content_hash AS contentHash, s.channel, s.agent_id AS agentId, s.project, d.created_at AS createdAt`;

export const MEMORY_COLUMNS = `d.id, d.rid AS serial, d.namespace, d.type, m.lifetime, d.expires_at AS expiresAt, m.topic, d.text,
  d.content_hash AS contentHash, m.importance, m.confidence, m.visibility, m.tags, m.project, d.speaker, d.session_id AS sessionId, m.source,
  d.observed_at AS observedAt, d.valid_from AS validFrom, d.valid_to AS validTo, d.created_at AS createdAt, d.retired_at AS retiredAt,
  m.superseded_at AS supersededAt, m.episode_start AS episodeStart, m.episode_end AS episodeEnd,
  m.access_count AS accessCount, m.last_accessed_at AS lastAccessedAt, m.reinforced_count AS reinforcedCount, m.supersedes,
  m.superseded_by AS supersededBy, m.conflict_group AS conflictGroup, m.conflict_status AS conflictStatus,
  (SELECT json_group_array(p.turn_id ORDER BY p.id) FROM provenance p WHERE p.memory = d.rid) AS provenance`;

export type TurnRow = Omit<Turn, "kind" | "timed"> & { timed: number };
export type MemoryRow = Omit<Memory, "kind" | "tags" | "provenance"> & { tags: string; provenance: string };

export const toTurn = (row: TurnRow): Turn => ({ kind: "turn", ...row, timed: row.timed === 1 });

export function toMemory(row: MemoryRow): Memory {
  return { kind: "memory", ...row, tags: JSON.parse(row.tags) as string[], provenance: JSON.parse(row.provenance) as string[] };
}

/** Memories by a condition on `document d` and `memory m`, which may end in ORDER BY and LIMIT. */
export function selectMemories(database: UserDatabase, condition: string, parameters: Record<string, unknown>): Memory[] {
  const sql = `SELECT ${MEMORY_COLUMNS} FROM document d JOIN memory m ON m.rid = d.rid WHERE ${condition}`;
  return database.all<MemoryRow>(sql, parameters).map(toMemory);
}

/** What took the place of a memory that rests on a turn and was true once; not of one that was never right. Of several the latest first. */
const OUTDATED_BY = `SELECT p.turn_id, m.superseded_by FROM json_each(@ids) wanted CROSS JOIN provenance p ON p.turn_id = wanted.value
  CROSS JOIN memory m ON m.rid = p.memory CROSS JOIN document o ON o.rid = p.memory
  WHERE m.superseded_by IS NOT NULL AND o.retired_at IS NULL ORDER BY m.superseded_at DESC, p.id DESC`;

/** By turn. One statement for all: as a column of each turn it would sort once for each. */
function successorsOf(database: UserDatabase, ids: readonly string[]): Map<string, string> {
  const successors = new Map<string, string>();
  const rows = ids.length === 0 ? [] : database.tuples<[turn: string, successor: string]>(OUTDATED_BY, { ids: JSON.stringify(ids) });
  for (const [turn, successor] of rows) if (!successors.has(turn)) successors.set(turn, successor);
  return successors;
}

type Key = "id" | "rid";

function turnsBy(key: Key, call: Call, wanted: readonly (string | number)[]): Turn[] {
  if (wanted.length === 0) return [];
  const realm = realmCondition(call.realm);
  const sql = `SELECT ${TURN_COLUMNS} FROM json_each(@wanted) wanted CROSS JOIN document d ON d.${key} = wanted.value
    JOIN session s ON s.id = d.session WHERE ${realm.sql}`;
  const rows = call.database.all<TurnRow>(sql, { ...realm.parameters, wanted: JSON.stringify(wanted) });
  const successors = successorsOf(call.database, rows.map(({ id }) => id));
  return rows.map((row) => {
    const outdatedBy = successors.get(row.id);
    return outdatedBy === undefined ? toTurn(row) : { ...toTurn(row), outdatedBy };
  });
}

function memoriesBy(key: Key, call: Call, wanted: readonly (string | number)[]): Memory[] {
  if (wanted.length === 0) return [];
  const realm = realmCondition(call.realm);
  return selectMemories(call.database, `d.${key} IN (SELECT value FROM json_each(@wanted)) AND ${realm.sql}`, { ...realm.parameters, wanted: JSON.stringify(wanted) });
}

/** Where documents stand, as far as searches of this thread keep it in memory: as of then, so to be checked. */
function knownPlaces({ documents }: UserDatabase, ids: readonly string[]): { turns: number[]; memories: number[] } {
  const places = { turns: [] as number[], memories: [] as number[] };
  if (documents.last === 0) return places;
  for (const id of ids) {
    const rid = documents.ids.ridOf(id);
    if (rid !== 0) (documents.memories.has(rid) ? places.memories : places.turns).push(rid);
  }
  return places;
}

/**
 * In the order of the ids; ids that the realm does not hold are left out. Looking an id up in the file costs as much as reading the
 * document: a page of the index, somewhere. So they are read by rid where that is known.
 */
export function getDocuments(call: Call, ids: readonly string[]): Document[] {
  const { turns, memories } = knownPlaces(call.database, ids);
  const found = new Map<string, Document>();
  for (const document of [...turnsBy("rid", call, turns), ...memoriesBy("rid", call, memories)]) found.set(document.id, document);
  const others = ids.filter((id) => !found.has(id));
  for (const document of [...turnsBy("id", call, others), ...memoriesBy("id", call, others)]) found.set(document.id, document);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The rid of a memory that the realm holds. */
export function memoryRid(database: UserDatabase, realm: Realm, id: string): number | undefined {
  const allowed = realmCondition(realm);
  return database.value<number>(`SELECT d.rid FROM document d WHERE d.id = @id AND d.kind = 'memory' AND ${allowed.sql}`, { ...allowed.parameters, id });
}
