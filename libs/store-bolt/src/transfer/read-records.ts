import type { EntityType, LlmCall, Relation } from "@memory-cortex/models";
import type { IdempotencyRecord, NewTurn, Receipt, SessionHeader, Space, TransferRecord } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import type { Query } from "../connection/query.ts";
import { documentKey } from "../documents/write-documents.ts";
import * as queries from "../queries/export-records.ts";
import type { EntityRow } from "../records/entity-record.ts";
import { inOrder } from "../records/entity-record.ts";
import { keyOf } from "../records/keys.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import { toRelation } from "../records/relation-record.ts";
import { toSpace } from "../records/space-record.ts";
import { decodeWeighting } from "../spaces/encode-weighting.ts";
import type { WeightingRow } from "../spaces/encode-weighting.ts";
import { spaceKey, vectorKey } from "../spaces/space-keys.ts";

/** Where a row stands among those of its kind. */
export interface Placed {
  at1: number | string;
  at2?: string;
}

/** A kind of record: how its rows are read behind a place and by key, and what they are. */
export interface RecordKind<Row> {
  behind: Query;
  stored: Query;
  /** Before the first row. */
  start: readonly [at1: number | string, at2: string];
  toRecords(call: BoltCall, rows: readonly Row[]): Promise<TransferRecord[]> | TransferRecord[];
}

const kind = <Row extends object>(given: Omit<RecordKind<Row>, "start"> & { start?: RecordKind<Row>["start"] }): RecordKind<object> => ({ start: [0, ""], ...given }) as unknown as RecordKind<object>;

const spaces = kind<{ space: Space } & WeightingRow>({
  behind: queries.exportSpacesQuery,
  stored: queries.storedSpacesQuery,
  toRecords: (_, rows) => rows.map(({ space, ...weights }) => ({ kind: "space", space: toSpace(space), weighting: decodeWeighting(weights) })),
});

type SessionRow = SessionHeader & { namespace: string; revision: number; turns: number };

const sessions = kind<SessionRow>({
  behind: queries.exportSessionsQuery,
  stored: queries.storedSessionsQuery,
  toRecords: (_, rows) => rows.map(({ namespace, sessionId, channel, agentId, project, revision, turns }) => ({ kind: "session", namespace, header: { sessionId, channel, agentId, project }, revision, turns })),
});

type TurnFields = Omit<NewTurn, "terms" | "words" | "signals"> & { serial: number; namespace: string; sessionId: string; position: number; capturedAt: number | null };

interface DocumentRow {
  /** As the text index holds them: tokens of namespace and kind, then those of the terms. */
  terms: string;
  words: number;
  signals: number;
  improvable: boolean;
  turn: TurnFields | null;
  memory: MemoryRow | null;
}

const namespaceOf = ({ turn, memory }: DocumentRow): string => (turn ?? memory!).namespace;
const tokensOf = ({ terms }: DocumentRow): string[] => terms.split(" ").slice(2);

/** The terms that tokens stand for, by token and namespace: the counts of terms keep them as they were written. */
async function termsOf({ realm, transaction }: BoltCall, rows: readonly DocumentRow[]): Promise<Map<string, string>> {
  const keys = new Set(rows.flatMap((row) => tokensOf(row).map((token) => keyOf(realm.userId, token, namespaceOf(row)))));
  const found = await transaction.run<{ token: string; term: string }>(queries.readTermsQuery, { keys: [...keys] });
  return new Map(found.map(({ token, term }) => [token, term]));
}

function toDocument({ words, signals, improvable, turn, memory }: DocumentRow, terms: string[]): TransferRecord {
  if (turn === null) return { kind: "memory", memory: toMemory(memory!), terms, words, signals };
  const { serial, namespace, sessionId, position, capturedAt, id, role, speaker, text, observedAt, timed, externalId, contentHash, createdAt } = turn;
  const said = { id, role, speaker: speaker ?? null, text, observedAt, timed, externalId: externalId ?? null, contentHash, terms, words, signals, createdAt };
  return { kind: "turn", serial, namespace, sessionId, position, turn: said, capturedAt: capturedAt ?? null, improvable };
}

const documents = kind<DocumentRow>({
  behind: queries.exportDocumentsQuery,
  stored: queries.storedDocumentsQuery,
  toRecords: async (call, rows) => {
    const terms = await termsOf(call, rows);
    return rows.map((row) => toDocument(row, tokensOf(row).map((token) => terms.get(token) ?? token)));
  },
});

const entities = kind<{ entity: EntityRow & { type: EntityType } }>({
  behind: queries.exportEntitiesQuery,
  stored: queries.storedEntitiesQuery,
  toRecords: (_, rows) =>
    rows.map(({ entity: { serial, id, namespace, type, createdAt, names } }) => ({ kind: "entity", serial, id, namespace, type, createdAt, names: inOrder(names).map(({ nameKey, name }) => ({ key: nameKey, name })) })),
});

const merges = kind<{ from: string; into: string }>({
  behind: queries.exportMergesQuery,
  stored: queries.storedMergesQuery,
  toRecords: (_, rows) => rows.map(({ from, into }) => ({ kind: "merge", from, into })),
});

export interface MentionRow extends Placed {
  entityId: string;
  documentId: string;
  keys: string[];
}

export const toMention = ({ entityId, documentId, keys }: MentionRow): TransferRecord => ({ kind: "mention", entityId, documentId, keys: keys.toSorted() });

const relations = kind<{ relation: Relation }>({
  behind: queries.exportRelationsQuery,
  stored: queries.storedRelationsQuery,
  toRecords: (_, rows) => rows.map(({ relation }) => ({ kind: "relation", relation: toRelation(relation) })),
});

const tombstones = kind<{ namespace: string; contentHash: string; at: number }>({
  behind: queries.exportTombstonesQuery,
  stored: queries.storedTombstonesQuery,
  start: ["", ""],
  toRecords: (_, rows) => rows.map(({ namespace, contentHash, at }) => ({ kind: "tombstone", namespace, contentHash, at })),
});

const receipts = kind<Receipt>({
  behind: queries.exportReceiptsQuery,
  stored: queries.storedReceiptsQuery,
  toRecords: (_, rows) => rows.map(({ id, at, kind: of, body }) => ({ kind: "receipt", receipt: { id, at, kind: of, body } })),
});

const answers = kind<Omit<IdempotencyRecord, "key"> & { name: string }>({
  behind: queries.exportAnswersQuery,
  stored: queries.storedAnswersQuery,
  toRecords: (_, rows) => rows.map(({ name, bodyHash, status, response, expiresAt }) => ({ kind: "answer", answer: { key: name, bodyHash, status, response, expiresAt } })),
});

const calls = kind<{ call: LlmCall }>({
  behind: queries.exportCallsQuery,
  stored: queries.storedCallsQuery,
  toRecords: (_, rows) =>
    rows.map(({ call: { id, at, purpose, model, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd, latencyMs, outcome } }) => ({
      kind: "llm_call", call: { id, at, purpose, model, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd: costUsd ?? null, latencyMs, outcome },
    })),
});

/** In the order in which their records can be imported; vectors and mentions are read in ways of their own. */
export const KINDS = { spaces, sessions, documents, entities, merges, relations, tombstones, receipts, answers, calls };

interface VectorRow {
  spaceId: number;
  id: string;
  value: number[] | null;
  lacks: boolean;
  retired: boolean;
}

/** Of documents in spaces; those that still need a vector, and retired ones without one, are left out. */
export async function readVectors({ realm: { userId }, transaction }: BoltCall, wanted: readonly { spaceId: number; id: string }[]): Promise<TransferRecord[]> {
  const rows = wanted.map(({ spaceId, id }) => ({ spaceId, document: documentKey(userId, id), space: spaceKey(userId, spaceId), key: vectorKey(userId, spaceId, id) }));
  const found = await transaction.run<VectorRow>(queries.storedVectorsQuery, { rows });
  return found.flatMap(({ spaceId, id, value, lacks, retired }): TransferRecord[] => (value === null && (lacks || retired) ? [] : [{ kind: "vector", spaceId, id, vector: value && Float32Array.from(value) }]));
}
