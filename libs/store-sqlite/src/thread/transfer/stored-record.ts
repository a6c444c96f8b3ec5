import type { TransferRecord } from "@memory-cortex/store";

import { vectorTable } from "../schema.ts";
import type { Parameters, UserDatabase } from "../user-database.ts";
import { SOURCES, vectorSource } from "./record-source.ts";
import type { RecordSource } from "./record-source.ts";

type Stored = [source: RecordSource, parameters: Parameters];

/** Where a record with the same key stands. */
function keyOf(record: Exclude<TransferRecord, { kind: "end" }>): Stored {
  switch (record.kind) {
    case "space":
      return [SOURCES.spaces, { id: record.space.id }];
    case "session":
      return [SOURCES.sessions, { namespace: record.namespace, sessionId: record.header.sessionId }];
    case "turn":
      return [SOURCES.documents, { id: record.turn.id }];
    case "memory":
      return [SOURCES.documents, { id: record.memory.id }];
    case "vector":
      return [vectorSource({ id: record.spaceId, table: vectorTable(record.spaceId) }), { id: record.id }];
    case "entity":
      return [SOURCES.entities, { id: record.id }];
    case "merge":
      return [SOURCES.merges, { from: record.from }];
    case "mention":
      return [SOURCES.mentions, { entityId: record.entityId, documentId: record.documentId }];
    case "relation":
      return [SOURCES.relations, { id: record.relation.id }];
    case "tombstone":
      return [SOURCES.tombstones, { namespace: record.namespace, contentHash: record.contentHash }];
    case "receipt":
      return [SOURCES.receipts, { id: record.receipt.id }];
    case "answer":
      return [SOURCES.answers, { key: record.answer.key }];
    case "llm_call":
      return [SOURCES.llmCalls, { id: record.call.id }];
  }
}

/** The record with the same key, as it would be exported. */
export function storedRecord(database: UserDatabase, record: Exclude<TransferRecord, { kind: "end" }>): TransferRecord | undefined {
  const isOfNoSpace = record.kind === "vector" && database.value("SELECT 1 FROM space WHERE id = @id", { id: record.spaceId }) === undefined;
  if (isOfNoSpace) return undefined;
  const [source, parameters] = keyOf(record);
  const row = database.get(`${source.select} WHERE ${source.one}`, parameters);
  return row === undefined ? undefined : source.toRecord(row as never);
}
