import type { TransferRecord } from "../transfer.ts";

/** Objects by sorted names, without what is undefined; numbers of vectors and weightings by their bytes. */
function canonical(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).filter(([, each]) => each !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]);
}

/** The same text for equal records, whatever the order of their fields. */
export function canonicalRecord(record: TransferRecord): string {
  return JSON.stringify(canonical(record));
}

/** What a record is known by within its user: no two exported ones have the same. */
export function recordKey(record: TransferRecord): string {
  switch (record.kind) {
    case "space":
      return `space ${record.space.id}`;
    case "session":
      return `session ${JSON.stringify([record.namespace, record.header.sessionId])}`;
    case "turn":
      return `turn ${record.turn.id}`;
    case "memory":
      return `memory ${record.memory.id}`;
    case "vector":
      return `vector ${record.spaceId} ${record.id}`;
    case "entity":
      return `entity ${record.id}`;
    case "merge":
      return `merge ${record.from}`;
    case "mention":
      return `mention ${JSON.stringify([record.entityId, record.documentId])}`;
    case "relation":
      return `relation ${record.relation.id}`;
    case "tombstone":
      return `tombstone ${JSON.stringify([record.namespace, record.contentHash])}`;
    case "receipt":
      return `receipt ${record.receipt.id}`;
    case "answer":
      return `answer ${record.answer.key}`;
    case "llm_call":
      return `llm_call ${record.call.id}`;
    case "end":
      return "end";
  }
}
