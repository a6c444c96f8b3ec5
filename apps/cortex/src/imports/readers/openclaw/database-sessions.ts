import { zstdDecompressSync } from "node:zlib";

import type Database from "better-sqlite3";

import { flawOf, leftOut } from "../../piece.ts";
import type { Piece } from "../../piece.ts";
import type { ReadContext } from "../../foreign-reader.ts";
import { openDatabase, tablesOf } from "../../source/open-database.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { isFields } from "../values.ts";
import { sessionPieces } from "./session-pieces.ts";
import type { SessionFacts } from "./session-realm.ts";
import { agentOf } from "./session-store.ts";
import type { Entry } from "./transcript-entries.ts";

interface SessionRow {
  session_id: string;
  session_key: string | null;
  channel: string | null;
}

interface EventRow {
  seq: number;
  event_json: string | null;
  event_zstd: Buffer | null;
}

/** The host bounds an event to 4 MiB before it is compressed. */
const LARGEST_EVENT = 8 * 1_024 * 1_024;

/** Columns came with versions of the host; what is not there is null. */
function columnsOf(database: Database.Database, table: string, wanted: readonly string[]): string {
  const there = new Set(database.prepare<[string], { name: string }>("SELECT name FROM pragma_table_info(?)").all(table).map(({ name }) => name));
  return wanted.map((column) => (there.has(column) ? column : `NULL AS ${column}`)).join(", ");
}

function sessionsOf(database: Database.Database, tables: readonly string[]): SessionRow[] {
  if (!tables.includes("session_windows")) return database.prepare<[], SessionRow>("SELECT DISTINCT session_id, NULL AS session_key, NULL AS channel FROM transcript_events ORDER BY session_id").all();
  const columns = columnsOf(database, "session_windows", ["session_id", "session_key", "channel", "created_at"]);
  return database.prepare<[], SessionRow>(`SELECT ${columns} FROM session_windows ORDER BY created_at, session_id`).all();
}

function eventOf(row: EventRow): unknown {
  try {
    return JSON.parse(row.event_json ?? zstdDecompressSync(row.event_zstd!, { maxOutputLength: LARGEST_EVENT }).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function* oneSession(database: Database.Database, { file, session, context }: { file: SourceFile; session: SessionFacts; context: ReadContext }): Generator<Piece, void, undefined> {
  const columns = columnsOf(database, "transcript_events", ["seq", "event_json", "event_zstd"]);
  const entries: Entry[] = [];
  for (const row of database.prepare<[string], EventRow>(`SELECT ${columns} FROM transcript_events WHERE session_id = ? ORDER BY seq`).iterate(session.sessionId)) {
    const place = `${file.name}, session ${session.sessionId}, event ${row.seq}`;
    const fields = eventOf(row);
    if (isFields(fields)) entries.push({ place, fields });
    else yield flawOf(place, "is no JSON object");
  }
  if (entries.length > 0) yield* sessionPieces(session, entries, context);
}

/** Sessions that a person let the host forget stay forgotten. */
function forgottenIn(database: Database.Database, tables: readonly string[]): ReadonlySet<string> {
  if (!tables.includes("memory_session_tombstones")) return new Set();
  return new Set(database.prepare<[], { session_id: string }>("SELECT session_id FROM memory_session_tombstones").all().map(({ session_id }) => session_id));
}

function countOf(database: Database.Database, tables: readonly string[], table: string): number {
  return tables.includes(table) ? database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`).get()!.count : 0;
}

/** The sessions of an agent's `openclaw-agent.sqlite`, oldest first, as of one moment. */
export function* databaseSessions(file: SourceFile, context: ReadContext): Generator<Piece, void, undefined> {
  const database = openDatabase(file.path!);
  try {
    const tables = tablesOf(database);
    if (!tables.includes("transcript_events")) return yield flawOf(file.name, "has no table `transcript_events`, so it holds no transcripts");
    const forgotten = forgottenIn(database, tables);
    for (const { session_id, session_key, channel } of sessionsOf(database, tables)) {
      if (forgotten.has(session_id)) yield leftOut("sessions forgotten there");
      else yield* oneSession(database, { file, context, session: { sessionId: session_id, agentId: agentOf(file), sessionKey: session_key ?? undefined, channel: channel ?? undefined } });
    }
    const archived = countOf(database, tables, "session_transcript_cold_archives");
    if (archived > 0) yield leftOut("sessions in cold storage", archived);
  } finally {
    database.close();
  }
}
