import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, zstdCompressSync } from "node:zlib";

import Database from "better-sqlite3";

/** Where the fixtures lie: each in the shape that its program writes, with invented content. */
export const FIXTURES = fileURLToPath(new URL("./", import.meta.url));
export const fixture = (name: string): string => join(FIXTURES, name);

/** The middleware's database, as its own program makes it. */
export function middlewareDatabase(folder: string): string {
  const path = join(folder, "memories.db");
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.exec(readFileSync(fixture("middleware.sql"), "utf8"));
  database.close();
  return path;
}

/** An agent's database, as OpenClaw 2026.9.6 makes it: the tables that hold transcripts, with the events of one of the older files. */
export function openclawDatabase(path: string): string {
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.exec(readFileSync(fixture("openclaw-agent.sql"), "utf8"));
  const insert = database.prepare("INSERT INTO transcript_events (session_id, seq, event_json, created_at, event_zstd, event_utf8_bytes, navigation_json) VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const [sessionId, name] of [["b7300bff-0001", "b7300bff-0001"], ["b7300bff-0002", "b7300bff-0002"], ["b7300bff-0009", "b7300bff-0003"]] as const) {
    const lines = readFileSync(fixture(`openclaw/agents/main/sessions/${name}.jsonl`), "utf8").trim().split("\n");
    for (const [seq, line] of lines.entries()) {
      const bytes = Buffer.from(line, "utf8");
      // The host compresses what is long enough; every other event here, whatever its length.
      if (seq % 2 === 0) insert.run(sessionId, seq, line, 1_772_438_400_000 + seq, null, bytes.length, null);
      else insert.run(sessionId, seq, null, 1_772_438_400_000 + seq, zstdCompressSync(bytes), bytes.length, "{}");
    }
  }
  database.close();
  return path;
}

/** A zip with these files, uncompressed. */
export function writeZip(path: string, files: Readonly<Record<string, Buffer | string>>): string {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const [bytes, label] = [Buffer.from(content), Buffer.from(name, "utf8")];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), common, label, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002", "latin1"), Buffer.from([20, 0]), common, tail, label]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  writeFileSync(path, Buffer.concat([...parts, entries, end]));
  return path;
}
