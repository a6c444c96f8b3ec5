import Database from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";

import type { EmbeddingServer } from "./embedding-server.ts";
import type { Peer } from "./peer.ts";

/** Best of each that are fused. */
const CANDIDATES = 100;

/**
 * What one writes in an afternoon: an FTS5 table with the porter stemmer and a table of vectors, an OR query and a scan with sqlite-vec,
 * fused half and half by min–max. In this process, without HTTP.
 */
export function createBarePair(embedding: EmbeddingServer): Peer {
  let database = openTables();
  return {
    name: "bare FTS5 + sqlite-vec, min–max",
    async reset() {
      database.close();
      database = openTables();
    },
    async add(turns) {
      const vectors = await embedding.embed(turns.map(({ text }) => text));
      const row = database.prepare("INSERT INTO turn (id, vector) VALUES (?, ?)");
      const words = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
      database.transaction(() => {
        for (const [index, { id, text }] of turns.entries()) {
          const vector = vectors[index];
          words.run(row.run(id, vector == null ? null : bytesOf(vector)).lastInsertRowid, text);
        }
      })();
    },
    async search(question, limit) {
      const start = performance.now();
      const [vector] = await embedding.embed([question]);
      const byWords = database.prepare<[string], Hit>(`SELECT turn.id, -words.rank AS value FROM words JOIN turn ON turn.rowid = words.rowid WHERE words MATCH ? ORDER BY words.rank LIMIT ${CANDIDATES}`).all(orQuery(question));
      const byMeaning = vector == null ? [] : database.prepare<[Buffer], Hit>(`SELECT id, 1 - vec_distance_cosine(vector, ?) AS value FROM turn WHERE vector IS NOT NULL ORDER BY value DESC LIMIT ${CANDIDATES}`).all(bytesOf(vector));
      const ids = fuse([scaled(byWords), scaled(byMeaning)]).slice(0, limit);
      return { ids, milliseconds: performance.now() - start };
    },
    async close() {
      database.close();
    },
  };
}

interface Hit {
  id: string;
  value: number;
}

function openTables(): Database.Database {
  const database = new Database(":memory:");
  sqliteVec.load(database);
  database.exec("CREATE TABLE turn (id TEXT NOT NULL, vector BLOB); CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'porter unicode61')");
  return database;
}

const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** An expression that finds nothing where the question has no word. */
const orQuery = (question: string): string => (question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(" OR ") || '""';

function scaled(hits: readonly Hit[]): Map<string, number> {
  const values = hits.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return new Map(hits.map(({ id, value }) => [id, most > least ? (value - least) / (most - least) : 1]));
}

function fuse(legs: readonly ReadonlyMap<string, number>[]): string[] {
  const sums = new Map<string, number>();
  for (const leg of legs) for (const [id, value] of leg) sums.set(id, (sums.get(id) ?? 0) + value / 2);
  return [...sums].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}
