-- The tables of an agent's database that hold transcripts, as OpenClaw 2026.9.6 makes them, less columns and checks that no transcript needs.
CREATE TABLE session_nodes (
  session_key TEXT NOT NULL PRIMARY KEY,
  current_session_id TEXT NOT NULL,
  entry_json TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE session_windows (
  session_id TEXT NOT NULL PRIMARY KEY,
  session_key TEXT NOT NULL,
  session_scope TEXT NOT NULL DEFAULT 'conversation' CHECK (session_scope IN ('conversation', 'shared-main', 'group', 'channel')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  chat_type TEXT CHECK (chat_type IS NULL OR chat_type IN ('direct', 'group', 'channel')),
  channel TEXT,
  FOREIGN KEY (session_key) REFERENCES session_nodes(session_key) ON DELETE CASCADE
) STRICT;
CREATE TABLE transcript_events (
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  event_json TEXT,
  created_at INTEGER NOT NULL,
  event_zstd BLOB,
  event_utf8_bytes INTEGER CHECK (event_utf8_bytes IS NULL OR event_utf8_bytes >= 0),
  navigation_json TEXT,
  PRIMARY KEY (session_id, seq),
  FOREIGN KEY (session_id) REFERENCES session_windows(session_id) ON DELETE CASCADE
) STRICT;
CREATE TABLE memory_session_tombstones (
  session_id TEXT NOT NULL PRIMARY KEY,
  agent_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO session_nodes (session_key, current_session_id, entry_json, updated_at) VALUES
  ('agent:main:main', 'b7300bff-0001', '{}', 1772445663000),
  ('agent:main:telegram:group:-100200300', 'b7300bff-0002', '{}', 1772524802000),
  ('agent:main:telegram:direct:42', 'b7300bff-0009', '{}', 1772528402000);
INSERT INTO session_windows (session_id, session_key, session_scope, created_at, updated_at, chat_type, channel) VALUES
  ('b7300bff-0001', 'agent:main:main', 'shared-main', 1772438400000, 1772445663000, 'direct', 'telegram'),
  ('b7300bff-0002', 'agent:main:telegram:group:-100200300', 'group', 1772524800000, 1772524802000, 'group', 'telegram'),
  ('b7300bff-0009', 'agent:main:telegram:direct:42', 'conversation', 1772528400000, 1772528402000, 'direct', 'telegram');
INSERT INTO memory_session_tombstones (session_id, agent_id, reason, created_at) VALUES ('b7300bff-0009', 'main', 'session', 1772528500000);
