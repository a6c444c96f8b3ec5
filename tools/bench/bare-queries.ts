import { join } from "node:path";

import Database from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";

import { realmFileName } from "@memory-cortex/store-sqlite";
import { analyseQuery } from "@memory-cortex/text";

/** The plain alternative on the very same rows: one FTS5 query, one sqlite-vec scan, no HTTP, no ranking of ours. */
export interface BareQueries {
  words(question: string): void;
  /** Null when the file holds no vectors. */
  meaning: ((vector: Float32Array) => void) | null;
  dimension: number;
  close(): void;
}

const LIMIT = 10;

/**
 * Ours has no FTS5 index, so one is made in a file beside it, of the same terms, and kept with the home: a second for 30,000 turns, once.
 * The file must not be written to meanwhile.
 */
function attachWordIndex(database: Database.Database, file: string): void {
  database.prepare("ATTACH ? AS bare").run(file);
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS bare.words USING fts5 (terms, content = '')");
  const indexed = database.prepare("SELECT count(*) FROM bare.words_docsize").pluck().get();
  if (indexed === database.prepare("SELECT count(*) FROM document").pluck().get()) return;
  database.exec("INSERT INTO bare.words (words) VALUES ('delete-all'); INSERT INTO bare.words (rowid, terms) SELECT rid, terms FROM document");
}

export function openBareQueries(home: string, userId: string): BareQueries {
  const database = new Database(join(home, "realms", realmFileName(userId)));
  sqliteVec.load(database);
  attachWordIndex(database, join(home, "bench-words.db"));
  const words = database.prepare(`SELECT rowid, rank FROM bare.words WHERE words MATCH ? ORDER BY rank LIMIT ${LIMIT}`);
  const space = database.prepare<[], { id: number; dimension: number }>("SELECT id, dimension FROM space WHERE state = 'active' ORDER BY id DESC").get();
  const scan = space === undefined ? null : database.prepare(`SELECT rid, vec_distance_cosine(vector, ?) AS distance FROM vector_${space.id} ORDER BY distance LIMIT ${LIMIT}`);
  return {
    words(question) {
      const terms = analyseQuery(question);
      if (terms.length > 0) words.all(terms.map((term) => `"${term}"`).join(" OR "));
    },
    meaning: scan === null ? null : (vector) => void scan.all(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
    dimension: space?.dimension ?? 0,
    close: () => database.close(),
  };
}
