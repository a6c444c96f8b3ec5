-- As middleware/db.py of the older middleware makes it.
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT,
  topic TEXT NOT NULL,
  fact TEXT NOT NULL,
  source_session TEXT,
  source_channel TEXT,
  importance INTEGER DEFAULT 5,
  created_at REAL NOT NULL,
  last_accessed_at REAL
);
CREATE TABLE summaries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  channel TEXT,
  user_id TEXT,
  summary TEXT NOT NULL,
  message_count INTEGER,
  created_at REAL NOT NULL
);
CREATE VIRTUAL TABLE memories_fts USING fts5(user_id, topic, fact, content=memories, content_rowid=id, tokenize='porter unicode61');
CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memories_fts(rowid, user_id, topic, fact) VALUES (new.id, new.user_id, new.topic, new.fact);
END;
ALTER TABLE memories ADD COLUMN embedding BLOB;
INSERT INTO memories (user_id, topic, fact, source_session, source_channel, importance, created_at, embedding) VALUES
  ('bill', 'music', 'Bill plays the cello in a quartet', 'sess-1', 'whatsapp', 8, 1771000000.25, x'0200000000000000'),
  ('bill', 'food', 'Bill does not eat coriander', 'sess-1', 'whatsapp', 5, 1771000100.5, NULL),
  ('bill', 'food', 'Bill does not eat coriander', 'sess-1', 'whatsapp', 5, 1771000200.5, NULL),
  (NULL, 'house', 'The boiler was serviced in March', NULL, NULL, NULL, 1771000300, NULL);
