import type { TransferRecord } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { sessionNodeKey } from "../conversations/session-node.ts";
import { storedMentionsQuery } from "../queries/export-records.ts";
import { keyOf } from "../records/keys.ts";
import { spaceKey } from "../spaces/space-keys.ts";
import { KINDS, readVectors, toMention } from "./read-records.ts";
import type { MentionRow, RecordKind } from "./read-records.ts";

type Data = Exclude<TransferRecord, { kind: "end" }>;

/** Where a record with the same key stands, and under which key of a node. */
function placeOf(userId: string, record: Exclude<Data, { kind: "vector" | "mention" }>): [RecordKind<object>, string] {
  switch (record.kind) {
    case "space":
      return [KINDS.spaces, spaceKey(userId, record.space.id)];
    case "session":
      return [KINDS.sessions, sessionNodeKey(userId, record.namespace, record.header.sessionId)];
    case "turn":
      return [KINDS.documents, keyOf(userId, record.turn.id)];
    case "memory":
      return [KINDS.documents, keyOf(userId, record.memory.id)];
    case "entity":
      return [KINDS.entities, keyOf(userId, record.id)];
    case "merge":
      return [KINDS.merges, keyOf(userId, record.from)];
    case "relation":
      return [KINDS.relations, keyOf(userId, record.relation.id)];
    case "tombstone":
      return [KINDS.tombstones, keyOf(userId, record.namespace, record.contentHash)];
    case "receipt":
      return [KINDS.receipts, keyOf(userId, record.receipt.id)];
    case "answer":
      return [KINDS.answers, keyOf(userId, record.answer.key)];
    case "llm_call":
      return [KINDS.calls, keyOf(userId, record.call.id)];
  }
}

/** The records with the same keys, as they would be exported; those that are not there are left out. */
export async function storedRecords(call: BoltCall, records: readonly Data[]): Promise<TransferRecord[]> {
  const { realm: { userId }, transaction } = call;
  const vectors = records.filter((record) => record.kind === "vector");
  const mentions = records.filter((record) => record.kind === "mention");
  const others = records.flatMap((record) => (record.kind === "vector" || record.kind === "mention" ? [] : [placeOf(userId, record)]));
  const found: TransferRecord[] = vectors.length === 0 ? [] : await readVectors(call, vectors);
  if (mentions.length > 0) {
    const rows = mentions.map(({ entityId, documentId }) => ({ entity: keyOf(userId, entityId), document: keyOf(userId, documentId) }));
    found.push(...(await transaction.run<MentionRow>(storedMentionsQuery, { rows })).map(toMention));
  }
  for (const [kind, places] of Map.groupBy(others, ([kind]) => kind)) {
    const rows = await transaction.run<object>(kind.stored, { keys: [...new Set(places.map(([, key]) => key))] });
    found.push(...(await kind.toRecords(call, rows)));
  }
  return found;
}
