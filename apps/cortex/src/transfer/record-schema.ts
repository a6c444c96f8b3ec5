import { ENTITY_TYPES, LIFETIMES, MEMORY_TYPES, ROLES, VISIBILITIES } from "@memory-cortex/models";
import type { TransferRecord } from "@memory-cortex/store";
import { z } from "zod";

const text = z.string();
const id = z.string().min(1);
const whole = z.int();
const count = z.int().nonnegative();
const time = z.number();
const share = z.number();
const hash = z.string().min(1);

/** Numbers of 4 bytes, little-endian, in Base64. */
const bytes = z.string().transform((encoded, context) => {
  const decoded = Buffer.from(encoded, "base64");
  if (decoded.length % 4 === 0 && decoded.toString("base64") === encoded) return Uint8Array.from(decoded).buffer;
  context.addIssue({ code: "custom", message: "is not Base64 of numbers of 4 bytes" });
  return z.NEVER;
});
const floats = bytes.transform((buffer) => new Float32Array(buffer));
const integers = bytes.transform((buffer) => new Uint32Array(buffer));

const space = z.strictObject({
  kind: z.literal("space"),
  space: z.strictObject({
    id: whole, embedder: text, model: text, dimension: z.int().positive(), state: z.enum(["building", "active"]), weighted: z.boolean(), documentsAtStart: count, createdAt: time,
  }),
  weighting: z.strictObject({ total: z.number(), ids: integers, counts: integers }).nullable(),
});

const session = z.strictObject({
  kind: z.literal("session"),
  namespace: id,
  header: z.strictObject({ sessionId: id, channel: text.nullable(), agentId: text.nullable(), project: text.nullable() }),
  revision: count,
  turns: count,
});

const analysis = { terms: z.array(text), words: count, signals: whole };

const turn = z.strictObject({
  kind: z.literal("turn"),
  serial: z.int().positive(),
  namespace: id,
  sessionId: id,
  position: count,
  turn: z.strictObject({
    id, role: z.enum(ROLES), speaker: text.nullable(), text, observedAt: time, timed: z.boolean(), externalId: text.nullable(), contentHash: hash, ...analysis, createdAt: time,
  }),
  capturedAt: time.nullable(),
  improvable: z.boolean(),
});

const memory = z.strictObject({
  kind: z.literal("memory"),
  memory: z.strictObject({
    kind: z.literal("memory"),
    id, serial: z.int().positive(), namespace: id, type: z.enum(MEMORY_TYPES), lifetime: z.enum(LIFETIMES), expiresAt: time.nullable(), topic: text.nullable(), text, contentHash: hash,
    importance: share, confidence: share, visibility: z.enum(VISIBILITIES), tags: z.array(text), project: text.nullable(), speaker: text.nullable(), sessionId: text.nullable(),
    source: text.nullable(), observedAt: time, validFrom: time.nullable(), validTo: time.nullable(), createdAt: time, retiredAt: time.nullable(), supersededAt: time.nullable(),
    episodeStart: time.nullable(), episodeEnd: time.nullable(), accessCount: count, lastAccessedAt: time.nullable(), reinforcedCount: count, supersedes: id.nullable(),
    supersededBy: id.nullable(), conflictGroup: text.nullable(), conflictStatus: z.enum(["active", "resolved"]).nullable(), provenance: z.array(id),
  }),
  ...analysis,
});

const vector = z.strictObject({ kind: z.literal("vector"), spaceId: whole, id, vector: floats.nullable() });

const entity = z.strictObject({
  kind: z.literal("entity"), serial: z.int().positive(), id, namespace: id, type: z.enum(ENTITY_TYPES), createdAt: time, names: z.array(z.strictObject({ key: text, name: text })).min(1),
});

const merge = z.strictObject({ kind: z.literal("merge"), from: id, into: id });

const mention = z.strictObject({ kind: z.literal("mention"), entityId: id, documentId: id, keys: z.array(text) });

const relation = z.strictObject({
  kind: z.literal("relation"),
  relation: z.strictObject({
    id, namespace: id, subjectId: id, predicate: text, objectId: id.nullable(), object: text, validFrom: time.nullable(), validTo: time.nullable(), createdAt: time,
    retiredAt: time.nullable(), endedAt: time.nullable(), memoryId: id.nullable(), turnId: id.nullable(), confidence: share,
  }),
});

const tombstone = z.strictObject({ kind: z.literal("tombstone"), namespace: id, contentHash: hash, at: time });

const receipt = z.strictObject({ kind: z.literal("receipt"), receipt: z.strictObject({ id, at: time, kind: z.enum(["recall", "capture"]), body: text }) });

const answer = z.strictObject({ kind: z.literal("answer"), answer: z.strictObject({ key: text, bodyHash: text, status: whole, response: text, expiresAt: time }) });

const llmCall = z.strictObject({
  kind: z.literal("llm_call"),
  call: z.strictObject({
    id, at: time, purpose: text, model: text, inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count, costUsd: z.number().nullable(),
    latencyMs: z.number(), outcome: text,
  }),
});

const end = z.strictObject({ kind: z.literal("end"), lastSerial: count, lastEntity: count, lastSpace: count });

const RECORDS = [space, session, turn, memory, vector, entity, merge, mention, relation, tombstone, receipt, answer, llmCall, end] as const;

/** A record as it stands in a file. Strict: a field that is not known would be lost without a word. */
export const transferRecord = z.discriminatedUnion("kind", RECORDS) satisfies z.ZodType<TransferRecord>;

export const RECORD_SCHEMAS = RECORDS;

const encoded = (numbers: Float32Array | Uint32Array): string => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");

/** What {@link transferRecord} reads. */
export function recordLine(record: TransferRecord): string {
  if (record.kind === "vector") return JSON.stringify({ ...record, vector: record.vector && encoded(record.vector) });
  if (record.kind !== "space" || record.weighting === null) return JSON.stringify(record);
  const { total, ids, counts } = record.weighting;
  return JSON.stringify({ ...record, weighting: { total, ids: encoded(ids), counts: encoded(counts) } });
}
