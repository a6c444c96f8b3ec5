import type { Database } from "better-sqlite3";

import { makeDocumentSegments, SEGMENT_RIDS } from "./document-segments.ts";
import { knowledge } from "./knowledge-schema.ts";
import { makeTermBlocks } from "./term-blocks.ts";
import { TERM_TOKENIZER } from "./term-encoding.ts";
import { UserDatabase } from "./user-database.ts";
import { addWords } from "./word-lists.ts";

const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  session_id TEXT NOT NULL,
  channel TEXT,
  agent_id TEXT,
  project TEXT,
  revision INTEGER NOT NULL,
  turns INTEGER NOT NULL,
  UNIQUE (namespace, session_id)
);

-- Everything that recall can return. rid is never used twice, so lengths kept in memory by rid never go stale.
-- The long columns stand last: reading the others does not touch their pages.
CREATE TABLE document (
  rid INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('turn', 'memory')),
  namespace TEXT NOT NULL,
  session INTEGER REFERENCES session (id),
  session_id TEXT,
  position INTEGER,
  role TEXT,
  speaker TEXT,
  words INTEGER NOT NULL,
  signals INTEGER NOT NULL,
  term_count INTEGER NOT NULL,
  observed_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  type TEXT,
  valid_from INTEGER,
  valid_to INTEGER,
  expires_at INTEGER,
  retired_at INTEGER,
  timed INTEGER,
  captured_at INTEGER,
  external_id TEXT,
  content_hash TEXT NOT NULL,
  text TEXT NOT NULL,
  terms TEXT NOT NULL
);
CREATE INDEX document_place ON document (session, position) WHERE session IS NOT NULL;
CREATE INDEX document_turn_hash ON document (session, content_hash) WHERE session IS NOT NULL;
CREATE INDEX document_open ON document (session) WHERE kind = 'turn' AND captured_at IS NULL;
CREATE INDEX document_memory_hash ON document (namespace, content_hash) WHERE kind = 'memory';
CREATE INDEX document_memory_age ON document (created_at, rid) WHERE kind = 'memory';
CREATE INDEX document_namespace ON document (namespace);
CREATE INDEX document_length ON document (rid, term_count);

CREATE TABLE memory (
  rid INTEGER PRIMARY KEY REFERENCES document (rid) ON DELETE CASCADE,
  lifetime TEXT NOT NULL,
  topic TEXT,
  importance REAL NOT NULL,
  confidence REAL NOT NULL,
  visibility TEXT NOT NULL,
  tags TEXT NOT NULL,
  project TEXT,
  source TEXT,
  access_count INTEGER NOT NULL DEFAULT 0,
  last_accessed_at INTEGER,
  reinforced_count INTEGER NOT NULL DEFAULT 0,
  supersedes TEXT,
  superseded_by TEXT,
  conflict_group TEXT,
  conflict_status TEXT
);

CREATE TABLE provenance (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memory (rid) ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  UNIQUE (memory, turn_id)
);

CREATE TABLE tombstone (
  namespace TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (namespace, content_hash)
) WITHOUT ROWID;

CREATE TABLE receipt (id TEXT PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  body_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  response TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

CREATE TABLE space (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  embedder TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  state TEXT NOT NULL,
  weighted INTEGER NOT NULL,
  documents_at_start INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  weight_total REAL,
  weight_ids BLOB,
  weight_counts BLOB
);
-- Documents that still need a vector in a space; the triggers below keep it, so finding the work is one range read.
CREATE TABLE pending (
  space INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  rid INTEGER NOT NULL,
  PRIMARY KEY (space, rid)
) WITHOUT ROWID;

-- Totals of each namespace, kept by the triggers below; their sums are the statistics of BM25.
CREATE TABLE collection (
  namespace TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  terms INTEGER NOT NULL,
  embeddable INTEGER NOT NULL
) WITHOUT ROWID;

-- Contentless, but not contentless_delete: a 'delete' command with the old terms and secure-delete removes every trace at once.
CREATE VIRTUAL TABLE term_index USING fts5 (terms, content = '', tokenize = "${TERM_TOKENIZER}");
INSERT INTO term_index (term_index, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE posting USING fts5vocab (term_index, 'instance');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (term_index, 'row');
`;

const triggers = `
CREATE TRIGGER document_added AFTER INSERT ON document BEGIN
  INSERT INTO collection VALUES (NEW.namespace, 1, NEW.term_count, NEW.retired_at IS NULL)
    ON CONFLICT (namespace) DO UPDATE SET
      documents = documents + 1, terms = terms + excluded.terms, embeddable = embeddable + excluded.embeddable;
  INSERT INTO pending SELECT id, NEW.rid FROM space WHERE NEW.retired_at IS NULL;
  INSERT INTO term_index (rowid, terms) VALUES (NEW.rid, NEW.terms);
END;
CREATE TRIGGER document_retired AFTER UPDATE OF retired_at ON document WHEN OLD.retired_at IS NULL AND NEW.retired_at IS NOT NULL BEGIN
  UPDATE collection SET embeddable = embeddable - 1 WHERE namespace = OLD.namespace;
  DELETE FROM pending WHERE space IN (SELECT id FROM space) AND rid = OLD.rid;
END;
CREATE TRIGGER document_erased AFTER DELETE ON document BEGIN
  UPDATE collection SET
    documents = documents - 1, terms = terms - OLD.term_count, embeddable = embeddable - (OLD.retired_at IS NULL)
    WHERE namespace = OLD.namespace;
  DELETE FROM pending WHERE space IN (SELECT id FROM space) AND rid = OLD.rid;
  INSERT INTO term_index (term_index, rowid, terms) VALUES ('delete', OLD.rid, OLD.terms);
END;
`;

/**
 * What a search reads of a document, without its long texts: a hundred bytes a row instead of two thousand, so that a thousand hits
 * come from pages that stay in memory. And how often vectors of a space were written, by which kept codes see that they are behind.
 */
const searchColumns = `
DROP INDEX document_length;
CREATE INDEX document_brief ON document (rid, id, kind, namespace, session, session_id, position, words, signals, term_count, role, speaker,
  observed_at, created_at, type, valid_from, valid_to, expires_at, retired_at);
CREATE TABLE vector_writes (space INTEGER PRIMARY KEY REFERENCES space (id) ON DELETE CASCADE, count INTEGER NOT NULL);
INSERT INTO vector_writes SELECT id, 0 FROM space;
`;

/**
 * Which documents changed what searches keep in memory of them, each with the number of its latest change: a reader finds what it has
 * missed by one range read. One row for each document that ever changed, however often.
 */
const documentChanges = `
CREATE TABLE document_change (rid INTEGER PRIMARY KEY, seq INTEGER NOT NULL);
CREATE INDEX document_change_order ON document_change (seq);
CREATE TRIGGER document_altered AFTER UPDATE OF position, valid_from, valid_to, expires_at, retired_at ON document BEGIN
  INSERT OR REPLACE INTO document_change VALUES (OLD.rid, (SELECT coalesce(max(seq), 0) + 1 FROM document_change));
END;
CREATE TRIGGER document_gone AFTER DELETE ON document BEGIN
  INSERT OR REPLACE INTO document_change VALUES (OLD.rid, (SELECT coalesce(max(seq), 0) + 1 FROM document_change));
END;
`;

/**
 * Codes of vectors in pieces of some thousands, so that a large space is in memory soon (`vector-segments.ts`), and the counts that keep
 * them and the readers true: rewrites (of vectors that a reader may have read already), the newest rid, the last one in a segment, and how
 * many vectors are behind it.
 */
function vectorSegments(connection: Database): void {
  connection.exec(`
    CREATE TABLE vector_segment (
      id INTEGER PRIMARY KEY,
      space INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      count INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      codes BLOB NOT NULL,
      UNIQUE (space, last)
    );
    DROP TABLE vector_writes;
    CREATE TABLE vector_writes (
      space INTEGER PRIMARY KEY REFERENCES space (id) ON DELETE CASCADE,
      rewrites INTEGER NOT NULL DEFAULT 0,
      newest INTEGER NOT NULL DEFAULT 0,
      segmented INTEGER NOT NULL DEFAULT 0,
      unsegmented INTEGER NOT NULL DEFAULT 0
    );
  `);
  for (const id of connection.prepare("SELECT id FROM space").pluck().all() as number[]) {
    connection.exec(`
      INSERT INTO vector_writes (space, newest, unsegmented) SELECT ${id}, coalesce(max(rid), 0), count(*) FROM ${vectorTable(id)};
      ${vectorTriggers(id)}
    `);
  }
}

/**
 * Postings of documents by term, in blocks of consecutive rids (`term-blocks.ts`): what FTS5 takes 0.2 µs for each occurrence to tell is
 * read as one piece. Those of a file from before are made by the next step, which lists their words too.
 */
const termBlocks = "CREATE TABLE term_block (block INTEGER NOT NULL, term TEXT NOT NULL, postings BLOB NOT NULL, PRIMARY KEY (block, term)) WITHOUT ROWID";

/**
 * What a start and every look for unfinished work asks is counted as it is written: open turns by session, totals by namespace. Words by
 * letter and length stand beside the blocks (`word-lists.ts`), and FTS5's index goes: no search has read it since the blocks. A million
 * turns take seconds, most of it overwriting that index: `secure_delete`, because what is forgotten later may stand in pages freed now.
 */
function openWindowsAndWords(connection: Database): void {
  connection.exec(`
    CREATE TABLE open_window (session INTEGER PRIMARY KEY REFERENCES session (id), turns INTEGER NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL);
    INSERT INTO open_window SELECT o.session, count(*), min(b.created_at), max(b.created_at)
      FROM document o INDEXED BY document_open CROSS JOIN document b INDEXED BY document_brief ON b.rid = o.rid
      WHERE o.kind = 'turn' AND o.captured_at IS NULL GROUP BY o.session;

    ALTER TABLE collection ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE collection ADD COLUMN oldest_at INTEGER;
    ALTER TABLE collection ADD COLUMN newest_at INTEGER;
    UPDATE collection SET (turns, oldest_at, newest_at) = (found.turns, found.oldest_at, found.newest_at) FROM (
      SELECT namespace, sum(kind = 'turn') AS turns, min(observed_at) AS oldest_at, max(observed_at) AS newest_at
      FROM document INDEXED BY document_brief GROUP BY namespace) found WHERE found.namespace = collection.namespace;
    DROP INDEX document_namespace;

    CREATE TABLE word_list (letter TEXT NOT NULL, length INTEGER NOT NULL, words TEXT NOT NULL, PRIMARY KEY (letter, length)) WITHOUT ROWID;
    CREATE TABLE hash_word (term TEXT PRIMARY KEY) WITHOUT ROWID;

    DROP TRIGGER document_added;
    DROP TRIGGER document_erased;
    PRAGMA secure_delete = ON;
    DROP TABLE posting;
    DROP TABLE vocabulary;
    DROP TABLE term_index;
    ${countingTriggers}
  `);
  const database = new UserDatabase("", connection);
  addWords(database, database.column<string>("SELECT DISTINCT term FROM term_block"));
  makeTermBlocks(database, Infinity);
}

/** @param spaces those in which a new document is to get a vector */
const documentAdded = (spaces: string): string => `
CREATE TRIGGER document_added AFTER INSERT ON document BEGIN
  INSERT INTO collection (namespace, documents, terms, embeddable, turns, oldest_at, newest_at)
    VALUES (NEW.namespace, 1, NEW.term_count, NEW.retired_at IS NULL, NEW.kind = 'turn', NEW.observed_at, NEW.observed_at)
    ON CONFLICT (namespace) DO UPDATE SET
      documents = documents + 1, terms = terms + excluded.terms, embeddable = embeddable + excluded.embeddable, turns = turns + excluded.turns,
      oldest_at = min(coalesce(oldest_at, excluded.oldest_at), excluded.oldest_at),
      newest_at = max(coalesce(newest_at, excluded.newest_at), excluded.newest_at);
  INSERT INTO pending SELECT id, NEW.rid FROM space WHERE ${spaces};
END;
`;

const countingTriggers = `
${documentAdded("NEW.retired_at IS NULL")}
CREATE TRIGGER document_erased AFTER DELETE ON document BEGIN
  UPDATE collection SET
    documents = documents - 1, terms = terms - OLD.term_count, embeddable = embeddable - (OLD.retired_at IS NULL), turns = turns - (OLD.kind = 'turn')
    WHERE namespace = OLD.namespace;
  -- Reads every document of the namespace, so only when the first or the last one went.
  UPDATE collection SET (oldest_at, newest_at) = (
      SELECT min(observed_at), max(observed_at) FROM document INDEXED BY document_brief WHERE namespace = OLD.namespace)
    WHERE namespace = OLD.namespace AND (oldest_at >= OLD.observed_at OR newest_at <= OLD.observed_at);
  DELETE FROM pending WHERE space IN (SELECT id FROM space) AND rid = OLD.rid;
END;
CREATE TRIGGER turn_added AFTER INSERT ON document WHEN NEW.kind = 'turn' AND NEW.captured_at IS NULL BEGIN
  INSERT INTO open_window VALUES (NEW.session, 1, NEW.created_at, NEW.created_at)
    ON CONFLICT (session) DO UPDATE SET turns = turns + 1, first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
END;
CREATE TRIGGER turn_captured AFTER UPDATE OF captured_at ON document WHEN OLD.kind = 'turn' AND OLD.captured_at IS NULL AND NEW.captured_at IS NOT NULL BEGIN
  UPDATE open_window SET turns = turns - 1 WHERE session = OLD.session;
  DELETE FROM open_window WHERE session = OLD.session AND turns = 0;
END;
CREATE TRIGGER turn_erased AFTER DELETE ON document WHEN OLD.kind = 'turn' AND OLD.captured_at IS NULL BEGIN
  UPDATE open_window SET turns = turns - 1 WHERE session = OLD.session;
  DELETE FROM open_window WHERE session = OLD.session AND turns = 0;
END;
`;

/** Of the vectors of a space; none of these triggers may depend on which code writes. */
export const vectorTriggers = (space: number): string => `
  CREATE TRIGGER vector_${space}_saved AFTER INSERT ON vector_${space} BEGIN
    UPDATE vector_writes SET rewrites = rewrites + (NEW.rid <= newest), unsegmented = unsegmented + (NEW.rid > segmented AND NEW.rid > newest),
      newest = max(newest, NEW.rid) WHERE space = ${space};
    DELETE FROM vector_segment WHERE space = ${space} AND last >= NEW.rid AND first <= NEW.rid;
  END;
  CREATE TRIGGER vector_${space}_altered AFTER UPDATE ON vector_${space} BEGIN
    UPDATE vector_writes SET rewrites = rewrites + 1 WHERE space = ${space};
    DELETE FROM vector_segment WHERE space = ${space} AND last >= OLD.rid AND first <= OLD.rid;
  END;
  CREATE TRIGGER vector_${space}_gone AFTER DELETE ON vector_${space} BEGIN
    DELETE FROM vector_segment WHERE space = ${space} AND last >= OLD.rid AND first <= OLD.rid;
  END;
`;

/** Where a moment lies in a session, without reading its turns: an acknowledgement in a session of 5,000 took 20 ms for them. */
const turnTimes = "CREATE INDEX document_time ON document (session, observed_at, position) WHERE timed = 1";

/** From a turn to the memories that rest on it: which of them are true no longer is asked for every answer. */
const restingOnTurns = "CREATE INDEX provenance_turn ON provenance (turn_id)";

/** What has expired and is still to be retired: looked for again and again, in large files too. */
const expiries = "CREATE INDEX document_expiry ON document (expires_at) WHERE expires_at IS NOT NULL AND retired_at IS NULL";

/** In which blocks a term stands: a rare one is in few of them, and looking into each took most of a search for words not asked before. */
const blocksOfTerms = "CREATE INDEX term_block_term ON term_block (term, block)";

/** How often the user's memory was changed (`Revisions` of the port), in one row; what recall keeps for some minutes. */
const revisionsAndNotes = `
CREATE TABLE revision (knowledge INTEGER NOT NULL, content INTEGER NOT NULL, erasures INTEGER NOT NULL);
INSERT INTO revision VALUES (0, 0, 0);
CREATE TABLE note (key TEXT PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX note_expiry ON note (expires_at);
`;

/**
 * What searches keep of documents in pieces of some thousands, so that a large user is in memory soon (`document-segments.ts`). The piece of a
 * document that moves or is erased is emptied, and made again later.
 */
function documentSegments(connection: Database): void {
  const empty = `UPDATE document_segment SET columns = NULL, names = NULL, other_ids = NULL WHERE segment = OLD.rid / ${SEGMENT_RIDS} AND columns IS NOT NULL`;
  connection.exec(`
    CREATE TABLE document_segment (segment INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, columns BLOB, names TEXT, other_ids TEXT);
    CREATE INDEX document_segment_lost ON document_segment (segment) WHERE columns IS NULL;
    CREATE TRIGGER document_left_place AFTER UPDATE OF position ON document BEGIN ${empty}; END;
    CREATE TRIGGER document_left_segment AFTER DELETE ON document BEGIN ${empty}; END;
  `);
  makeDocumentSegments(new UserDatabase("", connection), Infinity);
}

/**
 * Where in names a part stands that is looked for, by its trigrams: reading every name took 7 ms of each look at 100,000 turns, 40 at a million.
 * Contentless, so a 'delete' command with the old key takes it out, and secure-delete every trace. New names come in with `indexNames`.
 */
const partsOfNames = `
CREATE VIRTUAL TABLE name_index USING fts5 (key, content = '', tokenize = "trigram case_sensitive 1");
INSERT INTO name_index (name_index, rank) VALUES ('secure-delete', 1);
INSERT INTO name_index (rowid, key) SELECT id, key FROM alias;
CREATE TRIGGER alias_gone AFTER DELETE ON alias BEGIN INSERT INTO name_index (name_index, rowid, key) VALUES ('delete', OLD.id, OLD.key); END;
`;

/**
 * Which names a document brought, by document and no longer by name: a capture's rows lie together, where each of them changed a page of its own, a
 * seventh of all that a capture wrote. Whether another document brings a name is looked up among those that mention its entity.
 */
const namesByDocument = `
ALTER TABLE alias_source RENAME TO alias_source_by_name;
CREATE TABLE alias_source (
  document INTEGER NOT NULL REFERENCES document (rid) ON DELETE CASCADE,
  alias INTEGER NOT NULL,
  PRIMARY KEY (document, alias)
) WITHOUT ROWID;
INSERT INTO alias_source SELECT document, alias FROM alias_source_by_name INDEXED BY alias_source_document ORDER BY document, alias;
DROP TABLE alias_source_by_name;
`;

/** A space that is dropped takes no new documents while what it holds is erased (`dropped-spaces.ts`). */
const droppedSpaces = `
DROP TRIGGER document_added;
${documentAdded("NEW.retired_at IS NULL AND state <> 'dropped'")}
`;

/** Steps of the schema; `user_version` is the number of steps taken. Steps are only ever added. */
export const MIGRATIONS: readonly (string | ((connection: Database) => void))[] = [
  tables + triggers, searchColumns, documentChanges, vectorSegments, termBlocks, openWindowsAndWords, knowledge,
  turnTimes, restingOnTurns, revisionsAndNotes, expiries, blocksOfTerms, documentSegments, partsOfNames, namesByDocument, droppedSpaces,
];
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Vectors of a space. A plain table with sqlite-vec's distance functions; docs/decisions/sqlite-driver.md says why not vec0. */
export const vectorTable = (spaceId: number): string => `vector_${spaceId}`;
