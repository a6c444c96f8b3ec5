import type { EntityType, LlmCall, Relation } from "@memory-cortex/models";
import type { IdempotencyRecord, NewTurn, Receipt, SessionHeader, Space, TransferRecord } from "@memory-cortex/store";

import { KEPT_SPACE } from "../dropped-spaces.ts";
import { RELATION_COLUMNS, RELATION_JOINS } from "../entities.ts";
import { MEMORY_COLUMNS, toMemory } from "../records.ts";
import type { MemoryRow } from "../records.ts";
import { SPACE_COLUMNS, weightingOf } from "../spaces.ts";
import type { WeightingRow } from "../spaces.ts";
import { decodeTerms } from "../term-encoding.ts";

/** Where the records of one kind are, in the order in which they can be imported. */
export interface RecordSource<Row = never> {
  /** Rows with the columns `at1`, `at2`, `at3` that tell their place, as far as one has them. */
  select: string;
  /** Before the first one. */
  start: readonly (number | string)[];
  /** Behind the place @at1, @at2, @at3, in order. */
  behind: string;
  /** The one with the parameters that `keyOf` in `stored-record.ts` gives. */
  one: string;
  toRecord(row: Row): TransferRecord;
  /** About how long it is, bytes. */
  bytes?(row: Row): number;
}

type Place = { at1: number | string; at2?: number | string; at3?: number | string };

const source = <Row>(given: Omit<RecordSource<Row>, "start"> & { start?: RecordSource["start"] }): RecordSource => ({ start: [0], ...given });

const spaces = source<Omit<Space, "weighted"> & { weighted: number } & WeightingRow & Place>({
  select: `SELECT s.id AS at1, ${SPACE_COLUMNS}, s.weight_total AS total, s.weight_ids AS ids, s.weight_counts AS counts FROM space s`,
  behind: `s.id > @at1 AND ${KEPT_SPACE} ORDER BY s.id`,
  one: `s.id = @id AND ${KEPT_SPACE}`,
  toRecord: ({ at1: _, total, ids, counts, weighted, ...space }) => ({ kind: "space", space: { ...space, weighted: weighted === 1 }, weighting: weightingOf({ total, ids, counts }) }),
});

type SessionRow = SessionHeader & { namespace: string; revision: number; turns: number };

const sessions = source<SessionRow & Place>({
  select: "SELECT s.id AS at1, s.namespace, s.session_id AS sessionId, s.channel, s.agent_id AS agentId, s.project, s.revision, s.turns FROM session s",
  behind: "s.id > @at1 ORDER BY s.id",
  one: "s.namespace = @namespace AND s.session_id = @sessionId",
  toRecord: ({ namespace, revision, turns, sessionId, channel, agentId, project }) => ({ kind: "session", namespace, header: { sessionId, channel, agentId, project }, revision, turns }),
});

type TurnRow = Omit<NewTurn, "terms" | "timed"> & { serial: number; namespace: string; sessionId: string; position: number; timed: number; capturedAt: number | null; improvable: number };
type DocumentRow = (MemoryRow | TurnRow) & { kind: "turn" | "memory"; text: string; terms: string; words: number; signals: number } & Place;

function toTurn({ id, role, speaker, text, observedAt, timed, externalId, contentHash, words, signals, createdAt, ...row }: TurnRow, terms: string): TransferRecord {
  const { serial, namespace, sessionId, position, capturedAt, improvable } = row;
  const turn = { id, role, speaker, text, observedAt, timed: timed === 1, externalId, contentHash, terms: decodeTerms(terms), words, signals, createdAt };
  return { kind: "turn", serial, namespace, sessionId, position, turn, capturedAt, improvable: improvable === 1 };
}

const documents = source<DocumentRow>({
  select: `SELECT d.rid AS at1, d.kind, d.position, d.role, d.timed, d.external_id AS externalId, d.captured_at AS capturedAt, d.terms, d.words, d.signals,
    EXISTS (SELECT 1 FROM improvable i WHERE i.session = d.session AND i.turn = d.rid) AS improvable, ${MEMORY_COLUMNS} FROM document d LEFT JOIN memory m ON m.rid = d.rid`,
  behind: "d.rid > @at1 ORDER BY d.rid",
  one: "d.id = @id",
  bytes: ({ text, terms }) => (text.length + terms.length) * 2,
  toRecord: ({ kind, terms, words, signals, at1: _, ...row }) => {
    if (kind === "turn") return toTurn({ ...(row as TurnRow), words, signals }, terms);
    const { position: _position, role: _role, timed: _timed, externalId: _external, capturedAt: _captured, improvable: _improvable, ...fields } = row as MemoryRow & Partial<TurnRow>;
    return { kind: "memory", memory: toMemory(fields), terms: decodeTerms(terms), words, signals };
  },
});

const entities = source<{ serial: number; id: string; namespace: string; type: EntityType; createdAt: number; names: string } & Place>({
  select: `SELECT e.eid AS at1, e.eid AS serial, e.id, e.namespace, e.type, e.created_at AS createdAt,
    (SELECT json_group_array(json_object('key', a.key, 'name', a.name) ORDER BY a.id) FROM alias a WHERE a.entity = e.eid) AS names FROM entity e`,
  behind: "e.eid > @at1 ORDER BY e.eid",
  one: "e.id = @id",
  toRecord: ({ serial, id, namespace, type, createdAt, names }) => ({ kind: "entity", serial, id, namespace, type, createdAt, names: JSON.parse(names) as { key: string; name: string }[] }),
});

const merges = source<{ from: string; into: string } & Place>({
  select: `SELECT e.eid AS at1, e.id AS "from", i.id AS "into" FROM entity e JOIN entity i ON i.eid = e.merged_into`,
  behind: "e.eid > @at1 ORDER BY e.eid",
  one: "e.id = @from",
  toRecord: ({ from, into }) => ({ kind: "merge", from, into }),
});

const mentions = source<{ entityId: string; documentId: string; keys: string } & Place>({
  select: `SELECT n.entity AS at1, n.kind AS at2, n.document AS at3, e.id AS entityId, d.id AS documentId,
    (SELECT json_group_array(a.key) FROM alias_source s JOIN alias a ON a.id = s.alias WHERE s.document = n.document AND a.entity = n.entity) AS keys
    FROM mention n CROSS JOIN entity e ON e.eid = n.entity CROSS JOIN document d ON d.rid = n.document`,
  start: [0, "", 0],
  behind: "(n.entity, n.kind, n.document) > (@at1, @at2, @at3) ORDER BY n.entity, n.kind, n.document",
  one: "n.entity = (SELECT eid FROM entity WHERE id = @entityId) AND n.document = (SELECT rid FROM document WHERE id = @documentId)",
  toRecord: ({ entityId, documentId, keys }) => ({ kind: "mention", entityId, documentId, keys: (JSON.parse(keys) as string[]).sort() }),
});

const relations = source<Relation & Place>({
  select: `SELECT r.rel AS at1, ${RELATION_COLUMNS} FROM relation r ${RELATION_JOINS}`,
  behind: "r.rel > @at1 ORDER BY r.rel",
  one: "r.id = @id",
  toRecord: ({ at1: _, ...relation }) => ({ kind: "relation", relation }),
});

const tombstones = source<{ namespace: string; contentHash: string; at: number } & Place>({
  select: "SELECT t.namespace AS at1, t.content_hash AS at2, t.namespace, t.content_hash AS contentHash, t.at FROM tombstone t",
  start: ["", ""],
  behind: "(t.namespace, t.content_hash) > (@at1, @at2) ORDER BY t.namespace, t.content_hash",
  one: "t.namespace = @namespace AND t.content_hash = @contentHash",
  toRecord: ({ namespace, contentHash, at }) => ({ kind: "tombstone", namespace, contentHash, at }),
});

const receipts = source<Receipt & Place>({
  select: "SELECT r.rowid AS at1, r.id, r.at, r.kind, r.body FROM receipt r",
  behind: "r.rowid > @at1 ORDER BY r.rowid",
  one: "r.id = @id",
  bytes: ({ body }) => body.length * 2,
  toRecord: ({ at1: _, ...receipt }) => ({ kind: "receipt", receipt }),
});

const answers = source<IdempotencyRecord & Place>({
  select: "SELECT i.rowid AS at1, i.key, i.body_hash AS bodyHash, i.status, i.response, i.expires_at AS expiresAt FROM idempotency i",
  behind: "i.rowid > @at1 ORDER BY i.rowid",
  one: "i.key = @key",
  bytes: ({ response }) => response.length * 2,
  toRecord: ({ at1: _, ...answer }) => ({ kind: "answer", answer }),
});

const llmCalls = source<LlmCall & Place>({
  select: `SELECT c.id AS at1, c.id, c.at, c.purpose, c.model, c.input_tokens AS inputTokens, c.output_tokens AS outputTokens, c.cache_read_tokens AS cacheReadTokens,
    c.cache_write_tokens AS cacheWriteTokens, c.cost_usd AS costUsd, c.latency_ms AS latencyMs, c.outcome FROM llm_call c`,
  start: [""],
  behind: "c.id > @at1 ORDER BY c.id",
  one: "c.id = @id",
  toRecord: ({ at1: _, ...call }) => ({ kind: "llm_call", call }),
});

/** Of a space: documents with a vector, and those that are done without one. */
export function vectorSource({ id, table }: { id: number; table: string }): RecordSource {
  const isDone = `(v.rid IS NOT NULL OR (d.retired_at IS NULL AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.space = ${id} AND p.rid = d.rid)))`;
  return source<{ id: string; vector: Buffer | null } & Place>({
    select: `SELECT d.rid AS at1, d.id, v.vector FROM document d INDEXED BY document_brief LEFT JOIN ${table} v ON v.rid = d.rid`,
    behind: `d.rid > @at1 AND ${isDone} ORDER BY d.rid`,
    one: `d.rid = (SELECT rid FROM document WHERE id = @id) AND ${isDone}`,
    bytes: ({ vector }) => vector?.length ?? 0,
    toRecord: (row) => ({ kind: "vector", spaceId: id, id: row.id, vector: row.vector && floatsOf(row.vector) }),
  });
}

/** A copy: the buffer of a row need not be aligned. */
function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** All but the vectors, whose sources are by space. */
export const SOURCES = { spaces, sessions, documents, entities, merges, mentions, relations, tombstones, receipts, answers, llmCalls };
