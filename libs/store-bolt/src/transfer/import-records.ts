import { CortexError } from "@memory-cortex/models";
import { canonicalRecord, recordKey, sessionKeyOf } from "@memory-cortex/store";
import type {
  EndRecord, EntityRecord, ImportPage, MemoryRecord, MentionRecord, MergeRecord, RelationRecord, SessionRecord, SpaceRecord, TransferRecord, TurnRecord, VectorRecord,
} from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { sessionNodeKey } from "../conversations/session-node.ts";
import { documentKey, toRow } from "../documents/write-documents.ts";
import type { NewDocument } from "../documents/write-documents.ts";
import { createEntitiesQuery } from "../queries/create-entities.ts";
import { createMentionsQuery } from "../queries/create-mentions.ts";
import { createNamesQuery } from "../queries/create-names.ts";
import { createRelationsQuery } from "../queries/create-relations.ts";
import { exportStateQuery } from "../queries/export-records.ts";
import * as queries from "../queries/import-records.ts";
import { linkObjectsQuery } from "../queries/link-objects.ts";
import { linkSourcesQuery } from "../queries/link-sources.ts";
import { markLackingQuery } from "../queries/mark-lacking.ts";
import { mergeEntitiesQuery } from "../queries/merge-entities.ts";
import { noteSourcesQuery } from "../queries/note-sources.ts";
import { keyOf } from "../records/keys.ts";
import { MEMORY_FIELDS } from "../records/memory-record.ts";
import { entityCode, mentionPlace } from "../records/mention-place.ts";
import { addTerms } from "../search/term-statistics.ts";
import { encodeWeighting } from "../spaces/encode-weighting.ts";
import { saveVectors } from "../spaces/save-vectors.ts";
import { spaceKey } from "../spaces/space-keys.ts";
import { storedRecords } from "./stored-records.ts";

type Data = Exclude<TransferRecord, EndRecord>;
type DocumentRecord = TurnRecord | MemoryRecord;

interface Counters {
  importing: string | null;
  lastSerial: number;
  lastEntity: number;
  lastRelation: number;
}

function conflict(record: TransferRecord, why: string): CortexError {
  return new CortexError("import_conflict", { detail: `The record "${recordKey(record)}" ${why}.` });
}

/** Records that name something that is not there have no place. */
function requireKnown<Record extends TransferRecord>(records: readonly Record[], known: ReadonlySet<string>, namesOf: (record: Record) => readonly (string | null)[]): void {
  const lost = records.find((record) => namesOf(record).some((name) => name !== null && !known.has(name)));
  if (lost !== undefined) throw conflict(lost, "names what is not there");
}

/** Numbers only grow. */
function requireOrder(records: readonly (DocumentRecord | EntityRecord)[], last: number): void {
  let before = last;
  for (const record of records) {
    const serial = record.kind === "memory" ? record.memory.serial : record.serial;
    if (serial <= before) throw conflict(record, "comes out of order");
    before = serial;
  }
}

/** Writes records of one kind that are not there yet, in their order. */
class Importer {
  readonly #call: BoltCall;
  readonly #counters: Counters;

  constructor(call: BoltCall, counters: Counters) {
    this.#call = call;
    this.#counters = counters;
  }

  #key(...parts: (string | number)[]): string {
    return keyOf(this.#call.realm.userId, ...parts);
  }

  async #known(ids: readonly (string | null)[]): Promise<Map<string, { kind: "turn" | "memory"; serial: number }>> {
    const keys = [...new Set(ids)].flatMap((id) => (id === null ? [] : [this.#key(id)]));
    const rows = await this.#call.transaction.run<{ id: string; kind: "turn" | "memory"; serial: number }>(queries.knownDocumentsQuery, { keys });
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #knownEntities(ids: readonly (string | null)[]): Promise<Set<string>> {
    const keys = [...new Set(ids)].flatMap((id) => (id === null ? [] : [this.#key(id)]));
    return new Set((await this.#call.transaction.run<{ id: string }>(queries.knownEntitiesQuery, { keys })).map(({ id }) => id));
  }

  async spaces(records: readonly SpaceRecord[]): Promise<void> {
    for (const { space, weighting } of records) {
      const { total, ids, counts } = encodeWeighting(weighting);
      const fields = { ...space, key: spaceKey(this.#call.realm.userId, space.id), weightTotal: total, weightIds: ids, weightCounts: counts };
      await this.#call.transaction.run(queries.importSpaceQuery, { fields });
    }
  }

  async sessions(records: readonly SessionRecord[]): Promise<void> {
    const rows = records.map(({ namespace, header, revision, turns }) => ({ ...header, key: sessionNodeKey(this.#call.realm.userId, namespace, header.sessionId), namespace, revision, turns }));
    await this.#call.transaction.run(queries.importSessionsQuery, { rows });
  }

  async documents(records: readonly DocumentRecord[]): Promise<void> {
    requireOrder(records, this.#counters.lastSerial);
    const { transaction, realm } = this.#call;
    const turns = records.filter((record) => record.kind === "turn");
    const memories = records.filter((record) => record.kind === "memory");
    await this.#countTurns(turns);
    const documents = [...turns.map((record) => ({ kind: "turn" as const, ...this.#turn(record) })), ...memories.map((record) => ({ kind: "memory" as const, ...memoryOf(record) }))];
    const rows = documents.map(({ kind, serial, document }): { kind: string; row: Record<string, unknown> } => ({ kind, row: { ...toRow(realm.userId, kind, document), serial } }));
    const rowsOf = (kind: string): object[] => rows.filter((each) => each.kind === kind).map(({ row }) => row);
    const keysOf = (kept: readonly TurnRecord[]): string[] => kept.map(({ turn }) => documentKey(realm.userId, turn.id));
    const retired = new Set(memories.filter(({ memory }) => memory.retiredAt !== null).map(({ memory }) => memory.id));
    const lastSerial = documents.reduce((last, { serial }) => Math.max(last, serial), this.#counters.lastSerial);
    const termCount = rows.reduce((sum, { row }) => sum + (row["termCount"] as number), 0);
    await Promise.all([
      transaction.run(queries.importTurnsQuery, { rows: rowsOf("turn") }),
      transaction.run(queries.importMemoriesQuery, { rows: rowsOf("memory") }),
      transaction.run(queries.labelOpenQuery, { keys: keysOf(turns.filter(({ capturedAt }) => capturedAt === null)) }),
      transaction.run(queries.labelImprovableQuery, { keys: keysOf(turns.filter(({ improvable }) => improvable)) }),
      transaction.run(queries.countDocumentsQuery, { documents: rows.length, termCount, lastSerial }),
      addTerms(this.#call, documents.map(({ document }) => document)),
      transaction.run(markLackingQuery, { keys: documents.filter(({ document }) => !retired.has(document.id)).map(({ document }) => documentKey(realm.userId, document.id)) }),
    ]);
    this.#counters.lastSerial = lastSerial;
  }

  #turn(record: TurnRecord): { serial: number; document: NewDocument } {
    const { namespace, sessionId, position, capturedAt, serial } = record;
    const { id, terms, words, signals, observedAt, createdAt, ...said } = record.turn;
    const session = sessionNodeKey(this.#call.realm.userId, namespace, sessionId);
    const fields = { ...said, session, sessionId, position, capturedAt, saidAt: said.timed ? observedAt : null };
    return { serial, document: { id, namespace, sessionKey: sessionKeyOf(namespace, sessionId), terms, words, signals, observedAt, createdAt, fields } };
  }

  /** What turns come to in their sessions; throws when a session is not there. */
  async #countTurns(records: readonly TurnRecord[]): Promise<void> {
    const groups = Map.groupBy(records, ({ namespace, sessionId }) => sessionNodeKey(this.#call.realm.userId, namespace, sessionId));
    const rows = [...groups].map(([key, turns]) => {
      const times = turns.map(({ turn }) => turn.observedAt).sort((a, b) => a - b);
      const improvable = turns.filter((each) => each.improvable);
      const captured = turns.filter(({ capturedAt }) => capturedAt !== null).length;
      const bytes = turns.reduce((sum, { turn }) => sum + Buffer.byteLength(turn.text), 0);
      return { key, captured, openTurns: turns.length - captured, improvableTurns: improvable.length, newestImprovable: improvable.at(-1)?.serial ?? null, bytes, firstAt: times[0], lastAt: times.at(-1) };
    });
    const known = new Set((await this.#call.transaction.run<{ key: string }>(queries.knownSessionsQuery, { keys: rows.map(({ key }) => key) })).map(({ key }) => key));
    requireKnown(records, known, ({ namespace, sessionId }) => [sessionNodeKey(this.#call.realm.userId, namespace, sessionId)]);
    await this.#call.transaction.run(queries.countTurnsQuery, { rows });
  }

  async vectors(records: readonly VectorRecord[]): Promise<void> {
    const documents = await this.#known(records.map(({ id }) => id));
    requireKnown(records, new Set(documents.keys()), ({ id }) => [id]);
    for (const [spaceId, vectors] of Map.groupBy(records, (record) => record.spaceId)) {
      if ((await saveVectors(this.#call, { spaceId, vectors })) === null) throw conflict(vectors[0]!, "names a space that is not there");
    }
  }

  async entities(records: readonly EntityRecord[]): Promise<void> {
    requireOrder(records, this.#counters.lastEntity);
    const rows = records.map((record) => {
      const { id, namespace, serial, type, createdAt, names } = record;
      if (names[0] === undefined) throw conflict(record, "has no name");
      const key = this.#key(id);
      return { key, code: entityCode(key), id, namespace, serial, type, createdAt, documents: 0, nameKey: names[0].key };
    });
    const names = records.flatMap(({ id, names: all }) => all.map(({ key, name }, index) => ({ key: this.#key(id, key), entity: this.#key(id), nameKey: key, name, position: index + 1 })));
    const { transaction } = this.#call;
    const lastEntity = records.at(-1)?.serial ?? this.#counters.lastEntity;
    await Promise.all([transaction.run(createEntitiesQuery, { rows }), transaction.run(createNamesQuery, { rows: names }), transaction.run(queries.countEntitiesQuery, { lastEntity })]);
    this.#counters.lastEntity = lastEntity;
  }

  async merges(records: readonly MergeRecord[]): Promise<void> {
    requireKnown(records, await this.#knownEntities(records.flatMap(({ from, into }) => [from, into])), ({ from, into }) => [from, into]);
    await this.#call.transaction.run(mergeEntitiesQuery, { rows: records.map(({ from, into }) => ({ key: this.#key(from), into: this.#key(into) })) });
  }

  async mentions(records: readonly MentionRecord[]): Promise<void> {
    const [documents, entities] = [await this.#known(records.map(({ documentId }) => documentId)), await this.#knownEntities(records.map(({ entityId }) => entityId))];
    requireKnown(records, new Set(documents.keys()), ({ documentId }) => [documentId]);
    requireKnown(records, entities, ({ entityId }) => [entityId]);
    const nameKeys = records.flatMap(({ entityId, keys }) => keys.map((key) => this.#key(entityId, key)));
    const { transaction } = this.#call;
    const names = new Set((await transaction.run<{ key: string }>(queries.knownNamesQuery, { keys: [...new Set(nameKeys)] })).map(({ key }) => key));
    requireKnown(records, names, ({ entityId, keys }) => keys.map((key) => this.#key(entityId, key)));
    const rows = records.map(({ entityId, documentId }) => ({ document: this.#key(documentId), entity: this.#key(entityId), place: mentionPlace(this.#key(entityId), documents.get(documentId)!) }));
    const counts = [...Map.groupBy(rows, ({ entity }) => entity)].map(([key, mentions]) => ({ key, count: mentions.length }));
    const sources = records.flatMap(({ entityId, documentId, keys }) => keys.map((key) => ({ name: this.#key(entityId, key), documents: [this.#key(documentId)] })));
    await Promise.all([transaction.run(createMentionsQuery, { rows }), transaction.run(queries.countMentionsQuery, { rows: counts }), transaction.run(noteSourcesQuery, { rows: sources })]);
  }

  async relations(records: readonly RelationRecord[]): Promise<void> {
    const all = records.map(({ relation }) => relation);
    requireKnown(records, await this.#knownEntities(all.flatMap(({ subjectId, objectId }) => [subjectId, objectId])), ({ relation }) => [relation.subjectId, relation.objectId]);
    const documents = await this.#known(all.flatMap(({ memoryId, turnId }) => [memoryId, turnId]));
    requireKnown(records, new Set(documents.keys()), ({ relation }) => [relation.memoryId, relation.turnId]);
    const rows = all.map((relation, index) => ({ subject: this.#key(relation.subjectId), fields: { ...relation, key: this.#key(relation.id), serial: this.#counters.lastRelation + index + 1 } }));
    const objects = all.flatMap(({ id, objectId }) => (objectId === null ? [] : [{ relation: this.#key(id), entity: this.#key(objectId) }]));
    const sources = all.flatMap(({ id, memoryId, turnId }) => [memoryId, turnId].flatMap((source) => (source === null ? [] : [{ relation: this.#key(id), document: this.#key(source) }])));
    this.#counters.lastRelation += all.length;
    const { transaction } = this.#call;
    await Promise.all([
      transaction.run(createRelationsQuery, { rows }), transaction.run(linkObjectsQuery, { rows: objects }), transaction.run(linkSourcesQuery, { rows: sources }),
      transaction.run(queries.countRelationsQuery, { lastRelation: this.#counters.lastRelation }),
    ]);
  }

  /** What stands beside what is known. */
  async others(records: readonly Extract<Data, { kind: "tombstone" | "receipt" | "answer" | "llm_call" }>[]): Promise<void> {
    const { transaction } = this.#call;
    const rows = records.map((record) => {
      switch (record.kind) {
        case "tombstone":
          return { query: queries.importTombstonesQuery, row: { namespace: record.namespace, contentHash: record.contentHash, at: record.at, key: this.#key(record.namespace, record.contentHash) } };
        case "receipt":
          return { query: queries.importReceiptsQuery, row: { ...record.receipt, key: this.#key(record.receipt.id) } };
        case "answer": {
          const { key, ...answer } = record.answer;
          return { query: queries.importAnswersQuery, row: { ...answer, name: key, key: this.#key(key) } };
        }
        case "llm_call":
          return { query: queries.importCallsQuery, row: { ...record.call, key: this.#key(record.call.id) } };
      }
    });
    await Promise.all([...Map.groupBy(rows, ({ query }) => query)].map(([query, each]) => transaction.run(query, { rows: each.map(({ row }) => row) })));
  }
}

/** What the document itself has, beside the fields of its record. */
const OWN: ReadonlySet<string> = new Set(["id", "serial", "namespace", "observedAt", "createdAt"]);

function memoryOf({ memory, terms, words, signals }: MemoryRecord): { serial: number; document: NewDocument } {
  const { id, serial, namespace, sessionId, observedAt, createdAt } = memory;
  const fields = Object.fromEntries(MEMORY_FIELDS.filter((field) => !OWN.has(field)).map((field) => [field, memory[field]]));
  return { serial, document: { id, namespace, sessionKey: sessionId === null ? null : sessionKeyOf(namespace, sessionId), terms, words, signals, observedAt, createdAt, fields } };
}

/** Neighbours of one sort, so that each goes in one statement. */
function* runsOf(records: readonly Data[]): Generator<Data[]> {
  const sort = ({ kind }: Data): string => (kind === "turn" || kind === "memory" ? "document" : ["tombstone", "receipt", "answer", "llm_call"].includes(kind) ? "other" : kind);
  let run: Data[] = [];
  for (const record of records) {
    if (run.length > 0 && sort(run[0]!) !== sort(record)) {
      yield run;
      run = [];
    }
    run.push(record);
  }
  if (run.length > 0) yield run;
}

async function write(importer: Importer, records: Data[]): Promise<void> {
  switch (records[0]!.kind) {
    case "space":
      return importer.spaces(records as SpaceRecord[]);
    case "session":
      return importer.sessions(records as SessionRecord[]);
    case "turn":
    case "memory":
      return importer.documents(records as DocumentRecord[]);
    case "vector":
      return importer.vectors(records as VectorRecord[]);
    case "entity":
      return importer.entities(records as EntityRecord[]);
    case "merge":
      return importer.merges(records as MergeRecord[]);
    case "mention":
      return importer.mentions(records as MentionRecord[]);
    case "relation":
      return importer.relations(records as RelationRecord[]);
    default:
      return importer.others(records as Parameters<Importer["others"]>[0]);
  }
}

/** Those that are not there yet. Throws when one is there that differs, or when nothing may be added any more. */
async function missing(call: BoltCall, records: readonly Data[], isEnded: boolean): Promise<Data[]> {
  const stored = new Map((await storedRecords(call, records)).map((record) => [recordKey(record), canonicalRecord(record)]));
  return records.filter((record) => {
    const [before, now] = [stored.get(recordKey(record)), canonicalRecord(record)];
    if (before !== undefined && before !== now) throw conflict(record, "differs from what is there");
    if (before === undefined && isEnded) throw conflict(record, "is not there any more");
    stored.set(recordKey(record), now);
    return before === undefined;
  });
}

/** In the transaction of the call, which holds the user. */
export async function importPage(call: BoltCall, page: ImportPage): Promise<void> {
  const { transaction } = call;
  const [begun] = await transaction.run<{ importing: string | null; stream: string | null }>(queries.beginImportQuery, { stream: page.stream });
  if (begun?.stream !== page.stream) throw new CortexError("import_conflict", { detail: "The user is there already, or is being imported from elsewhere." });
  const isEnded = begun.importing === null;
  const [counters] = await transaction.run<Counters>(exportStateQuery);
  const importer = new Importer(call, counters!);
  const records = page.records.filter((record) => record.kind !== "end");
  for (const run of runsOf(records)) {
    const added = await missing(call, run, isEnded);
    if (added.length > 0) await write(importer, added);
  }
  if (isEnded) return;
  await transaction.run(queries.markImportQuery, { position: page.position });
  const end = page.records.find((record) => record.kind === "end");
  if (end !== undefined) await transaction.run(queries.endImportQuery, { lastSerial: end.lastSerial, lastEntity: end.lastEntity, lastSpace: end.lastSpace });
}
