import { CortexError } from "@memory-cortex/models";
import type { NewSpace, Space, SpaceProgress, Unembedded, Weighting } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { eraseDropped, KEPT_SPACE, markDropped } from "./dropped-spaces.ts";
import { realmCondition } from "./realm-sql.ts";
import { vectorTable, vectorTriggers } from "./schema.ts";
import { makeDocumentSegments } from "./document-segments.ts";
import { makeTermBlocks } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";
import { makeSegments } from "./vector-segments.ts";

export const SPACE_COLUMNS = `s.id, s.embedder, s.model, s.dimension, s.state, s.weighted, s.documents_at_start AS documentsAtStart, s.created_at AS createdAt`;
const EMBEDDED_TEXT = "CASE WHEN d.kind = 'turn' AND d.speaker IS NOT NULL THEN d.speaker || ': ' || d.text ELSE d.text END AS text";
/** How far the square of a unit vector's length may be from 1: rounding of 32-bit floats, no more. */
const UNIT_TOLERANCE = 1e-2;

type SpaceRow = Omit<Space, "weighted"> & { weighted: number };

const toSpace = (row: SpaceRow): Space => ({ ...row, weighted: row.weighted === 1 });

function findSpace(database: UserDatabase, spaceId: number): Space | undefined {
  const row = database.get<SpaceRow>(`SELECT ${SPACE_COLUMNS} FROM space s WHERE s.id = @spaceId AND ${KEPT_SPACE}`, { spaceId });
  return row && toSpace(row);
}

/** Counts are those of the whole user: a space serves all namespaces. */
export function spaces({ database }: Call): SpaceProgress[] {
  const embeddable = database.value<number>("SELECT coalesce(sum(embeddable), 0) FROM collection")!;
  const rows = database.all<SpaceRow & { missing: number }>(
    `SELECT ${SPACE_COLUMNS}, (SELECT count(*) FROM pending p WHERE p.space = s.id) AS missing FROM space s WHERE ${KEPT_SPACE} ORDER BY s.id`,
  );
  return rows.map(({ missing, ...row }) => ({ space: toSpace(row), embedded: embeddable - missing, missing }));
}

export function activeSpaces({ database }: Call): Space[] {
  return database.all<SpaceRow>(`SELECT ${SPACE_COLUMNS} FROM space s WHERE s.state = 'active' ORDER BY s.id`).map(toSpace);
}

export interface WeightingRow {
  total: number | null;
  ids: Buffer;
  counts: Buffer;
}

export function weightingOf({ total, ids, counts }: WeightingRow): Weighting | null {
  return total === null ? null : { total, ids: numbersOf(ids), counts: numbersOf(counts) };
}

export function weighting({ database }: Call, spaceId: number): Weighting | null {
  const row = database.get<WeightingRow>(`SELECT weight_total AS total, weight_ids AS ids, weight_counts AS counts FROM space WHERE id = @spaceId AND ${KEPT_SPACE}`, { spaceId });
  return row === undefined ? null : weightingOf(row);
}

/** A copy: the buffer of a row need not be aligned. */
function numbersOf(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

export function bytesOf(numbers: Uint32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function createSpace({ database }: Call, space: NewSpace): Space {
  const { weighting: weights } = space;
  const id = database.insert(
    `INSERT INTO space (embedder, model, dimension, state, weighted, documents_at_start, created_at, weight_total, weight_ids, weight_counts)
     VALUES (@embedder, @model, @dimension, 'building', @weighted, @documentsAtStart, @createdAt, @total, @ids, @counts)`,
    {
      embedder: space.embedder,
      model: space.model,
      dimension: space.dimension,
      weighted: weights === null ? 0 : 1,
      documentsAtStart: space.documentsAtStart,
      createdAt: space.createdAt,
      total: weights?.total ?? null,
      ids: weights && bytesOf(weights.ids),
      counts: weights && bytesOf(weights.counts),
    },
  );
  addVectorTable(database, id);
  return findSpace(database, id)!;
}

/** Of a new space: all documents lack a vector in it. */
export function addVectorTable(database: UserDatabase, id: number): void {
  database.connection.exec(`CREATE TABLE ${vectorTable(id)} (rid INTEGER PRIMARY KEY, vector BLOB NOT NULL); ${vectorTriggers(id)}`);
  database.run("INSERT INTO vector_writes (space) VALUES (@id)", { id });
  database.run("INSERT INTO pending SELECT @id, rid FROM document WHERE retired_at IS NULL", { id });
}

export function unembedded({ database, realm }: Call, request: { spaceId: number; limit: number }): Unembedded[] {
  if (findSpace(database, request.spaceId) === undefined) return [];
  const allowed = realmCondition(realm);
  return database.all<Unembedded>(
    `SELECT d.id, ${EMBEDDED_TEXT} FROM pending p CROSS JOIN document d ON d.rid = p.rid
     WHERE p.space = @spaceId AND ${allowed.sql} ORDER BY p.rid LIMIT @limit`,
    { ...allowed.parameters, ...request },
  );
}

export function embeddableTexts({ database, realm }: Call, request: { after: string | null; limit: number }): Unembedded[] {
  const allowed = realmCondition(realm);
  return database.all<Unembedded>(
    `SELECT d.id, ${EMBEDDED_TEXT} FROM document d
     WHERE d.rid > coalesce((SELECT rid FROM document WHERE id = @after), 0) AND d.retired_at IS NULL AND ${allowed.sql} ORDER BY d.rid LIMIT @limit`,
    { ...allowed.parameters, ...request },
  );
}

export function vectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function checkVector(vector: Float32Array, dimension: number): void {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (vector.length !== dimension || !(Math.abs(square - 1) <= UNIT_TOLERANCE)) {
    throw new CortexError("embedder_invalid", { detail: `A vector is not of length 1 in ${dimension} dimensions.` });
  }
}

export interface SaveVectors {
  spaceId: number;
  vectors: readonly { id: string; vector: Float32Array | null }[];
}

/** A null marks the document as done without a vector. Vectors for a space that is gone are passed over like those of gone documents. */
export function saveVectors({ database, realm }: Call, request: SaveVectors): void {
  const space = findSpace(database, request.spaceId);
  if (space === undefined) {
    return;
  }
  const allowed = realmCondition(realm);
  const table = vectorTable(space.id);
  let nulled = 0;
  for (const { id, vector } of request.vectors) {
    if (vector !== null) checkVector(vector, space.dimension);
    const rid = database.value<number>(`SELECT d.rid FROM document d WHERE d.id = @id AND ${allowed.sql}`, { ...allowed.parameters, id });
    if (rid === undefined) continue;
    if (vector === null) {
      nulled += database.run(`DELETE FROM ${table} WHERE rid = @rid`, { rid });
    } else {
      database.run(`INSERT OR REPLACE INTO ${table} VALUES (@rid, @vector)`, { rid, vector: vectorBytes(vector) });
    }
    database.run("DELETE FROM pending WHERE space = @spaceId AND rid = @rid", { spaceId: space.id, rid });
  }
  if (nulled > 0) database.run("UPDATE vector_writes SET rewrites = rewrites + @nulled WHERE space = @spaceId", { spaceId: space.id, nulled });
  makeSegments(database, space);
  makeTermBlocks(database, 1);
  makeDocumentSegments(database, 1);
  // Of what a crash left: otherwise nothing is.
  eraseDropped({ database });
}

export function dropSpace({ database }: Call, spaceId: number): void {
  markDropped(database, spaceId);
}

export function activateSpace({ database }: Call, spaceId: number): boolean {
  const space = findSpace(database, spaceId);
  if (space === undefined || database.value("SELECT 1 FROM pending WHERE space = @spaceId LIMIT 1", { spaceId }) !== undefined) {
    return false;
  }
  database.run("UPDATE space SET state = 'active' WHERE id = @spaceId", { spaceId });
  for (const id of database.column<number>(`SELECT id FROM space WHERE embedder = @embedder AND id < @spaceId AND ${KEPT_SPACE}`, { embedder: space.embedder, spaceId })) markDropped(database, id);
  return true;
}
