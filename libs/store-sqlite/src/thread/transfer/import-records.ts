import { CortexError } from "@memory-cortex/models";
import { canonicalRecord, recordKey } from "@memory-cortex/store";
import type { EndRecord, EntityRecord, ImportPage, MemoryRecord, MentionRecord, RelationRecord, SpaceRecord, TransferRecord, TurnRecord, VectorRecord } from "@memory-cortex/store";

import { countChange } from "../revisions.ts";
import { vectorTable } from "../schema.ts";
import { addVectorTable, bytesOf, checkVector, vectorBytes } from "../spaces.ts";
import { makeDocumentSegments } from "../document-segments.ts";
import { indexNames } from "../entity-names.ts";
import { makeTermBlocks } from "../term-blocks.ts";
import { encodeTerms } from "../term-encoding.ts";
import type { Parameters, UserDatabase } from "../user-database.ts";
import { makeSegments } from "../vector-segments.ts";
import { markEnded, markImport, readImport } from "./import-marks.ts";
import { storedRecord } from "./stored-record.ts";

type Data = Exclude<TransferRecord, EndRecord>;
type Write<Record> = (database: UserDatabase, record: Record) => boolean;

function conflict(record: TransferRecord, why: string): CortexError {
  return new CortexError("import_conflict", { detail: `The record "${recordKey(record)}" ${why}.` });
}

/** The row number of what a record names; throws `import_conflict` when it is not there. */
function rowOf(database: UserDatabase, record: TransferRecord, named: { sql: string; parameters: Parameters; what: string }): number {
  const row = database.value<number>(named.sql, named.parameters);
  if (row === undefined) throw conflict(record, `names ${named.what} that is not there`);
  return row;
}

const documentOf = (database: UserDatabase, record: TransferRecord, id: string): number =>
  rowOf(database, record, { sql: "SELECT rid FROM document WHERE id = @id", parameters: { id }, what: "a document" });

const entityOf = (database: UserDatabase, record: TransferRecord, id: string): number =>
  rowOf(database, record, { sql: "SELECT eid FROM entity WHERE id = @id", parameters: { id }, what: "an entity" });

/** Searches keep what they read in the order of the rows: a row may only be added behind the others. */
const isBehindAll = (database: UserDatabase, { table, row }: { table: string; row: string }, serial: number): boolean =>
  serial > (database.value<number | null>(`SELECT max(${row}) FROM ${table}`) ?? 0);

const DOCUMENTS = { table: "document", row: "rid" };
const ENTITIES = { table: "entity", row: "eid" };

const addSpace: Write<SpaceRecord> = (database, { space, weighting }) => {
  const { weighted, ...fields } = space;
  const added = database.run(
    `INSERT OR IGNORE INTO space (id, embedder, model, dimension, state, weighted, documents_at_start, created_at, weight_total, weight_ids, weight_counts)
     VALUES (@id, @embedder, @model, @dimension, @state, @weighted, @documentsAtStart, @createdAt, @total, @ids, @counts)`,
    { ...fields, weighted: weighted ? 1 : 0, total: weighting?.total ?? null, ids: weighting && bytesOf(weighting.ids), counts: weighting && bytesOf(weighting.counts) },
  );
  if (added > 0) addVectorTable(database, space.id);
  return added > 0;
};

const addTurn: Write<TurnRecord> = (database, record) => {
  const { turn, sessionId, namespace } = record;
  const session = rowOf(database, record, { sql: "SELECT id FROM session WHERE namespace = @namespace AND session_id = @sessionId", parameters: { namespace, sessionId }, what: "a session" });
  if (!isBehindAll(database, DOCUMENTS, record.serial)) return false;
  const terms = encodeTerms(turn.terms);
  const { capturedAt, serial, position, improvable } = record;
  database.run(
    `INSERT INTO document (rid, id, kind, namespace, session, session_id, position, role, speaker, words, signals, term_count, observed_at, created_at,
       timed, captured_at, external_id, content_hash, text, terms)
     VALUES (@serial, @id, 'turn', @namespace, @session, @sessionId, @position, @role, @speaker, @words, @signals, @termCount, @observedAt, @createdAt,
       @timed, @capturedAt, @externalId, @contentHash, @text, @terms)`,
    { ...turn, serial, namespace, session, sessionId, position, capturedAt, timed: turn.timed ? 1 : 0, terms: terms.text, termCount: terms.count },
  );
  if (improvable) database.run("INSERT INTO improvable VALUES (@session, @serial)", { session, serial });
  return true;
};

const addMemory: Write<MemoryRecord> = (database, record) => {
  const { memory, words, signals } = record;
  if (!isBehindAll(database, DOCUMENTS, memory.serial)) return false;
  const terms = encodeTerms(record.terms);
  const { tags, provenance, kind: _, ...fields } = memory;
  const values = { ...fields, words, signals, tags: JSON.stringify(tags), terms: terms.text, termCount: terms.count };
  database.run(
    `INSERT INTO document (rid, id, kind, namespace, session_id, speaker, words, signals, term_count, observed_at, created_at, type, valid_from, valid_to,
       expires_at, retired_at, content_hash, text, terms)
     VALUES (@serial, @id, 'memory', @namespace, @sessionId, @speaker, @words, @signals, @termCount, @observedAt, @createdAt, @type, @validFrom, @validTo,
       @expiresAt, @retiredAt, @contentHash, @text, @terms)`,
    values,
  );
  database.run(
    `INSERT INTO memory (rid, lifetime, topic, importance, confidence, visibility, tags, project, source, access_count, last_accessed_at, reinforced_count,
       supersedes, superseded_by, conflict_group, conflict_status, superseded_at, episode_start, episode_end)
     VALUES (@serial, @lifetime, @topic, @importance, @confidence, @visibility, @tags, @project, @source, @accessCount, @lastAccessedAt, @reinforcedCount,
       @supersedes, @supersededBy, @conflictGroup, @conflictStatus, @supersededAt, @episodeStart, @episodeEnd)`,
    values,
  );
  for (const turnId of provenance) database.run("INSERT INTO provenance (memory, turn_id) VALUES (@memory, @turnId)", { memory: memory.serial, turnId });
  return true;
};

const addVector: Write<VectorRecord> = (database, record) => {
  const { spaceId, id, vector } = record;
  const dimension = rowOf(database, record, { sql: "SELECT dimension FROM space WHERE id = @spaceId", parameters: { spaceId }, what: "a space" });
  const rid = documentOf(database, record, id);
  const isStored = database.value(`SELECT 1 FROM ${vectorTable(spaceId)} WHERE rid = @rid`, { rid }) !== undefined;
  const isPending = database.run("DELETE FROM pending WHERE space = @spaceId AND rid = @rid", { spaceId, rid }) > 0;
  if (vector === null) return isPending || !isStored;
  checkVector(vector, dimension);
  return database.run(`INSERT OR IGNORE INTO ${vectorTable(spaceId)} VALUES (@rid, @vector)`, { rid, vector: vectorBytes(vector) }) > 0;
};

const addEntity: Write<EntityRecord> = (database, record) => {
  const { names, ...fields } = record;
  const [first] = names;
  if (first === undefined) throw conflict(record, "has no name");
  if (!isBehindAll(database, ENTITIES, record.serial)) return false;
  database.run("INSERT INTO entity (eid, id, namespace, name, key, type, created_at) VALUES (@serial, @id, @namespace, @name, @key, @type, @createdAt)", { ...fields, ...first });
  for (const name of names) database.run("INSERT INTO alias (entity, key, name) VALUES (@entity, @key, @name)", { entity: record.serial, ...name });
  return true;
};

const addMention: Write<MentionRecord> = (database, record) => {
  const [entity, document] = [entityOf(database, record, record.entityId), documentOf(database, record, record.documentId)];
  const added = database.run("INSERT OR IGNORE INTO mention SELECT @entity, kind, rid FROM document WHERE rid = @document", { entity, document });
  if (added === 0) return false;
  for (const key of record.keys) {
    const alias = rowOf(database, record, { sql: "SELECT id FROM alias WHERE entity = @entity AND key = @key", parameters: { entity, key }, what: "a name" });
    database.run("INSERT INTO alias_source (document, alias) VALUES (@document, @alias)", { alias, document });
  }
  return true;
};

const addRelation: Write<RelationRecord> = (database, record) => {
  const { subjectId, objectId, memoryId, turnId, ...fields } = record.relation;
  const [memory, turn] = [memoryId, turnId].map((id) => (id === null ? null : documentOf(database, record, id)));
  return (
    database.run(
      `INSERT OR IGNORE INTO relation (id, namespace, subject, predicate, object_entity, object, valid_from, valid_to, created_at, retired_at, ended_at, memory, turn, confidence)
       VALUES (@id, @namespace, @subject, @predicate, @objectEntity, @object, @validFrom, @validTo, @createdAt, @retiredAt, @endedAt, @memory, @turn, @confidence)`,
      { ...fields, subject: entityOf(database, record, subjectId), objectEntity: objectId === null ? null : entityOf(database, record, objectId), memory, turn },
    ) > 0
  );
};

/** Whether it was added; false when something stands in its place. */
function add(database: UserDatabase, record: Data): boolean {
  const insert = (sql: string, parameters: object): boolean => database.run(`INSERT OR IGNORE INTO ${sql}`, { ...parameters }) > 0;
  switch (record.kind) {
    case "space":
      return addSpace(database, record);
    case "session":
      return insert("session (namespace, session_id, channel, agent_id, project, revision, turns) VALUES (@namespace, @sessionId, @channel, @agentId, @project, @revision, @turns)", {
        ...record.header, namespace: record.namespace, revision: record.revision, turns: record.turns,
      });
    case "turn":
      return addTurn(database, record);
    case "memory":
      return addMemory(database, record);
    case "vector":
      return addVector(database, record);
    case "entity":
      return addEntity(database, record);
    case "merge":
      return database.run("UPDATE entity SET merged_into = @into WHERE eid = @from AND merged_into IS NULL", {
        from: entityOf(database, record, record.from), into: entityOf(database, record, record.into),
      }) > 0;
    case "mention":
      return addMention(database, record);
    case "relation":
      return addRelation(database, record);
    case "tombstone":
      return insert("tombstone VALUES (@namespace, @contentHash, @at)", { namespace: record.namespace, contentHash: record.contentHash, at: record.at });
    case "receipt":
      return insert("receipt (id, at, kind, body) VALUES (@id, @at, @kind, @body)", record.receipt);
    case "answer":
      return insert("idempotency (key, body_hash, status, response, expires_at) VALUES (@key, @bodyHash, @status, @response, @expiresAt)", record.answer);
    case "llm_call":
      return insert(`llm_call VALUES (@id, @at, @purpose, @model, @inputTokens, @outputTokens, @cacheReadTokens, @cacheWriteTokens, @costUsd, @latencyMs, @outcome)`, record.call);
  }
}

/** A user who is whole has gone on since: what is not there any more does not come back. */
function importRecord(database: UserDatabase, record: Data, isEnded: boolean): void {
  const before = storedRecord(database, record);
  if (before !== undefined && canonicalRecord(before) !== canonicalRecord(record)) throw conflict(record, "differs from what is there");
  if (before !== undefined) return;
  if (isEnded) throw conflict(record, "is not there any more");
  if (!add(database, record)) throw conflict(record, "comes out of order, or stands where another one is");
}

function endImport(database: UserDatabase, record: EndRecord): void {
  for (const [table, last] of [["document", record.lastSerial], ["space", record.lastSpace]] as const) {
    const given = database.value<number>("SELECT seq FROM sqlite_sequence WHERE name = @table", { table });
    if (given === undefined) database.run("INSERT INTO sqlite_sequence VALUES (@table, @last)", { table, last });
    else database.run("UPDATE sqlite_sequence SET seq = max(seq, @last) WHERE name = @table", { table, last });
  }
  makeTermBlocks(database, Infinity);
  makeDocumentSegments(database, Infinity);
  // Whoever kept what there was to know of nobody asks again.
  countChange({ database }, "knowledge");
  markEnded(database);
}

/** In the transaction of the call. */
export function importPage(database: UserDatabase, page: ImportPage): void {
  const state = readImport(database);
  if (state !== null && state.stream !== page.stream) throw new CortexError("import_conflict", { detail: "The user is being imported from elsewhere, or was." });
  const isEnded = state?.ended === true;
  for (const record of page.records) {
    if (record.kind !== "end") importRecord(database, record, isEnded);
    else if (!isEnded) endImport(database, record);
  }
  if (isEnded) return;
  indexNames(database);
  for (const space of database.all<{ id: number; dimension: number }>("SELECT id, dimension FROM space")) makeSegments(database, space);
  makeTermBlocks(database, 1);
  makeDocumentSegments(database, 1);
  markImport(database, page);
}
