import { CortexError } from "@memory-cortex/models";
import type { SimilarityQuery, VectorHit, VectorQuery } from "@memory-cortex/store";

import { readStatistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { HIT_COLUMNS, selectAllowed, selectNeighbours, toRef } from "./hits.ts";
import type { HitRow } from "./hits.ts";
import { compareCodes, searchCodes } from "./search-codes.ts";
import { realmCondition, searchCondition } from "./realm-sql.ts";
import type { Condition } from "./realm-sql.ts";
import { vectorTable } from "./schema.ts";
import type { UserDatabase } from "./user-database.ts";

/** Up to so many documents of the user, vectors are compared exactly, in the file. */
export const EXACT_UP_TO_DOCUMENTS = 5_000;
/** Below this share of the user's documents a scan that looks at the realm's rows only is the cheaper one. */
const NARROW_REALM = 0.5;

interface Scan {
  database: UserDatabase;
  condition: Condition;
  table: string;
  query: Buffer;
  limit: number;
}

export function vectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A space as a search needs it, null when there is none. Throws `embedder_invalid` when the vector has another dimension. */
function findTable(database: UserDatabase, spaceId: number, vector: Float32Array): { name: string; dimension: number } | null {
  const dimension = database.value<number>("SELECT dimension FROM space WHERE id = @spaceId", { spaceId });
  if (dimension === undefined) {
    return null;
  }
  if (dimension !== vector.length) {
    throw new CortexError("embedder_invalid", { detail: `The space takes ${dimension} dimensions, the vector has ${vector.length}.` });
  }
  return { name: vectorTable(spaceId), dimension };
}

function isNarrow({ database, realm }: Call): boolean {
  if (realm.namespaces === "all") {
    return false;
  }
  const share = database.value<number>(
    "SELECT sum(CASE WHEN namespace IN (SELECT value FROM json_each(@namespaces)) THEN documents ELSE 0 END) * 1.0 / sum(documents) FROM collection",
    { namespaces: JSON.stringify(realm.namespaces) },
  );
  return (share ?? 0) < NARROW_REALM;
}

/** The nearest of all rows, of which realm and filter keep what they keep; null when those are too few. */
function scanThenFilter(scan: Scan): HitRow[] | null {
  const count = scan.limit * 2 + 64;
  const nearest = scan.database.column<number>(
    `SELECT rid FROM ${scan.table} ORDER BY vec_distance_cosine(vector, @query) LIMIT @count`,
    { query: scan.query, count },
  );
  const allowed = selectAllowed(scan.database, scan.condition, nearest);
  return allowed.length >= scan.limit || nearest.length < count ? allowed.slice(0, scan.limit) : null;
}

/** Realm and filter first, then the nearest of what they let through. */
function filterThenScan(scan: Scan): HitRow[] {
  return scan.database.all<HitRow>(
    `SELECT ${HIT_COLUMNS} FROM document d CROSS JOIN ${scan.table} v ON v.rid = d.rid WHERE ${scan.condition.sql}
     ORDER BY vec_distance_cosine(v.vector, @query), d.rid LIMIT @limit`,
    { ...scan.condition.parameters, query: scan.query, limit: scan.limit },
  );
}

function cosines(scan: Scan, rows: readonly HitRow[]): Map<number, number> {
  const found = scan.database.all<{ rid: number; distance: number }>(
    `SELECT v.rid, vec_distance_cosine(v.vector, @query) AS distance FROM json_each(@rids) wanted CROSS JOIN ${scan.table} v ON v.rid = wanted.value`,
    { query: scan.query, rids: JSON.stringify(rows.map((row) => row.rid)) },
  );
  return new Map(found.map(({ rid, distance }) => [rid, 1 - distance]));
}

function scanTable(call: Call, query: VectorQuery, table: string): VectorHit[] {
  const { database, realm } = call;
  const condition = searchCondition(realm, query.filter);
  const scan: Scan = { database, condition, table, query: vectorBytes(query.vector), limit: query.limit };
  const hits = (isNarrow(call) ? null : scanThenFilter(scan)) ?? filterThenScan(scan);
  const rows = [...hits, ...selectNeighbours(database, condition, { hits, window: query.window })];
  const cosineOf = cosines(scan, rows);
  return rows.flatMap((row) => {
    const cosine = cosineOf.get(row.rid);
    return cosine === undefined ? [] : [{ ref: toRef(row), cosine }];
  });
}

/**
 * Nearest neighbours of the realm, nearest first, then the turns beside the turns among them. Exact for users of up to
 * {@link EXACT_UP_TO_DOCUMENTS} documents; beyond, from codes kept in memory.
 */
export function searchVector(call: Call, query: VectorQuery): VectorHit[] {
  const table = findTable(call.database, query.spaceId, query.vector);
  if (table === null || query.limit <= 0) {
    return [];
  }
  const { documents } = readStatistics(call.database);
  return documents <= EXACT_UP_TO_DOCUMENTS ? scanTable(call, query, table.name) : searchCodes(call, query, documents);
}

export function similarities(call: Call, query: SimilarityQuery): Map<string, number> {
  const { database, realm } = call;
  const table = findTable(database, query.spaceId, query.vector);
  if (table === null) {
    return new Map();
  }
  const { documents } = readStatistics(database);
  if (documents > EXACT_UP_TO_DOCUMENTS) return compareCodes(call, query, documents);
  const allowed = realmCondition(realm);
  const rows = database.all<{ id: string; distance: number }>(
    `SELECT d.id, vec_distance_cosine(v.vector, @query) AS distance FROM json_each(@ids) wanted CROSS JOIN document d ON d.id = wanted.value
     CROSS JOIN ${table.name} v ON v.rid = d.rid WHERE ${allowed.sql}`,
    { ...allowed.parameters, ids: JSON.stringify(query.ids), query: vectorBytes(query.vector) },
  );
  return new Map(rows.map(({ id, distance }) => [id, 1 - distance]));
}
