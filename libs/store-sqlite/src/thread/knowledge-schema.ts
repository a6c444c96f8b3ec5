/**
 * What became of a memory in the world and why; entities, their names and relations; turns that a model should read again; what models
 * cost. Turns that were captured before count as read by rules.
 */
export const knowledge = `
ALTER TABLE memory ADD COLUMN superseded_at INTEGER;
ALTER TABLE memory ADD COLUMN episode_start INTEGER;
ALTER TABLE memory ADD COLUMN episode_end INTEGER;
UPDATE memory SET superseded_at = (SELECT retired_at FROM document WHERE rid = memory.rid) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_supersedes ON memory (supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX memory_superseded_by ON memory (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_conflict ON memory (conflict_group) WHERE conflict_status = 'active';
CREATE TRIGGER memory_altered AFTER UPDATE OF superseded_at, conflict_status ON memory BEGIN
  INSERT OR REPLACE INTO document_change VALUES (OLD.rid, (SELECT coalesce(max(seq), 0) + 1 FROM document_change));
END;

CREATE TABLE entity (
  eid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  namespace TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  merged_into INTEGER REFERENCES entity (eid),
  documents INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX entity_merged ON entity (merged_into) WHERE merged_into IS NOT NULL;
-- Every name of an entity by its key, its first name among them, in the order in which they were learnt.
CREATE TABLE alias (
  id INTEGER PRIMARY KEY,
  entity INTEGER NOT NULL REFERENCES entity (eid) ON DELETE CASCADE,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (entity, key)
);
CREATE INDEX alias_key ON alias (key, entity);
-- Which documents brought a name: a name that no document is left for is forgotten with the last of them.
CREATE TABLE alias_source (
  alias INTEGER NOT NULL REFERENCES alias (id) ON DELETE CASCADE,
  document INTEGER NOT NULL REFERENCES document (rid) ON DELETE CASCADE,
  PRIMARY KEY (alias, document)
) WITHOUT ROWID;
CREATE INDEX alias_source_document ON alias_source (document);
CREATE TABLE mention (
  entity INTEGER NOT NULL REFERENCES entity (eid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES document (rid) ON DELETE CASCADE,
  PRIMARY KEY (entity, kind, document)
) WITHOUT ROWID;
CREATE INDEX mention_document ON mention (document);
CREATE TRIGGER mention_added AFTER INSERT ON mention BEGIN
  UPDATE entity SET documents = documents + 1 WHERE eid = NEW.entity;
END;
CREATE TRIGGER mention_gone AFTER DELETE ON mention BEGIN
  UPDATE entity SET documents = documents - 1 WHERE eid = OLD.entity;
END;

CREATE TABLE relation (
  rel INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  namespace TEXT NOT NULL,
  subject INTEGER NOT NULL REFERENCES entity (eid),
  predicate TEXT NOT NULL,
  object_entity INTEGER REFERENCES entity (eid),
  object TEXT NOT NULL,
  valid_from INTEGER,
  valid_to INTEGER,
  created_at INTEGER NOT NULL,
  retired_at INTEGER,
  ended_at INTEGER,
  memory INTEGER REFERENCES document (rid) ON DELETE CASCADE,
  turn INTEGER REFERENCES document (rid) ON DELETE CASCADE,
  confidence REAL NOT NULL
);
CREATE INDEX relation_subject ON relation (subject, predicate);
CREATE INDEX relation_object ON relation (object_entity);
CREATE INDEX relation_memory ON relation (memory);
CREATE INDEX relation_turn ON relation (turn);
CREATE INDEX relation_namespace ON relation (namespace, retired_at);

CREATE TABLE improvable (session INTEGER NOT NULL REFERENCES session (id), turn INTEGER NOT NULL, PRIMARY KEY (session, turn)) WITHOUT ROWID;
INSERT INTO improvable SELECT session, rid FROM document INDEXED BY document_place WHERE session IS NOT NULL
  AND rid NOT IN (SELECT rid FROM document INDEXED BY document_open WHERE kind = 'turn' AND captured_at IS NULL);
CREATE TABLE improvable_window (session INTEGER PRIMARY KEY REFERENCES session (id), turns INTEGER NOT NULL, newest INTEGER NOT NULL);
INSERT INTO improvable_window SELECT session, count(*), max(turn) FROM improvable GROUP BY session;
CREATE INDEX improvable_order ON improvable_window (newest);
CREATE TRIGGER improvable_added AFTER INSERT ON improvable BEGIN
  INSERT INTO improvable_window VALUES (NEW.session, 1, NEW.turn) ON CONFLICT (session) DO UPDATE SET turns = turns + 1, newest = max(newest, excluded.newest);
END;
CREATE TRIGGER improvable_gone AFTER DELETE ON improvable BEGIN
  UPDATE improvable_window SET turns = turns - 1, newest = coalesce((SELECT max(turn) FROM improvable WHERE session = OLD.session), 0) WHERE session = OLD.session;
  DELETE FROM improvable_window WHERE session = OLD.session AND turns = 0;
END;
CREATE TRIGGER improvable_erased AFTER DELETE ON document WHEN OLD.kind = 'turn' BEGIN
  DELETE FROM improvable WHERE session = OLD.session AND turn = OLD.rid;
END;

CREATE TABLE llm_call (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  cost_usd REAL,
  latency_ms REAL NOT NULL,
  outcome TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX llm_call_time ON llm_call (at);
`;
