import type Database from "better-sqlite3";

import type { Defaults } from "../../ingest/conversation.ts";
import { factPiece } from "../fact-piece.ts";
import type { ForeignReader } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { isDatabase, openDatabase, tablesOf } from "../source/open-database.ts";
import type { SourceFile } from "../source/source-file.ts";
import { nameOf, textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

const DEFAULT_IMPORTANCE = 5;

/** 1 to 10 there, 0 to 1 here: 5 is .5. */
function importanceOf(value: unknown): number | null {
  const importance = value ?? DEFAULT_IMPORTANCE;
  return typeof importance === "number" && importance >= 0 && importance <= 10 ? importance / 10 : null;
}

/** Where it was told: "middleware:whatsapp:session". */
const sourceOf = (row: Fields): string => ["middleware", nameOf(row["source_channel"], 64), nameOf(row["source_session"], 160)].filter((part) => part !== undefined).join(":");

function pieceOf(row: Fields, place: string, defaults: Defaults): Piece {
  const content = textOf(row["fact"]);
  if (content === undefined) return flawOf(place, "fact: is missing or blank");
  const importance = importanceOf(row["importance"]);
  if (importance === null) return flawOf(place, "importance: must be 1 to 10");
  const time = timeField(row, "created_at");
  if ("reason" in time) return flawOf(place, time.reason);
  return factPiece({ place, content, importance, topic: nameOf(row["topic"], 256), observed_at: time.at, source: sourceOf(row), userId: nameOf(row["user_id"], 128) }, defaults);
}

function* memoriesOf(database: Database.Database, file: SourceFile, defaults: Defaults): Generator<Piece, void, undefined> {
  const tables = tablesOf(database);
  if (!tables.includes("memories")) return yield flawOf(file.name, "has no table `memories`, so this is no database of the middleware");
  const columns = new Set(database.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('memories')").all().map(({ name }) => name));
  if (!columns.has("topic") || !columns.has("fact")) return yield flawOf(file.name, "its table `memories` has no columns `topic` and `fact`");
  const wanted = ["id", "user_id", "topic", "fact", "source_session", "source_channel", "importance", "created_at"].filter((column) => columns.has(column));
  for (const row of database.prepare<[], Fields>(`SELECT ${wanted.join(", ")} FROM memories ORDER BY id`).iterate()) {
    yield pieceOf(row, `${file.name}, memory ${String(row["id"])}`, defaults);
  }
  const summaries = tables.includes("summaries") ? database.prepare<[], { count: number }>("SELECT count(*) AS count FROM summaries").get()!.count : 0;
  if (summaries > 0) yield leftOut("summaries", summaries);
}

/**
 * The older Memory Cortex middleware's SQLite file, `~/.openclaw/memory-cortex/memories.db`: memories(id, user_id, topic, fact, source_session,
 * source_channel, importance 1 to 10, created_at in epoch seconds, last_accessed_at, embedding), as its `middleware/db.py` makes it
 * (https://github.com/oogleyskr/billbot-memory-cortex). Its vectors are of another model and stay behind.
 */
export const middleware: ForeignReader = {
  holds: (name) => /(?:^|\/)memories\.db$/i.test(name),
  recognises: (sample) => sample.kind === "database" && sample.tables.includes("memories") && sample.tables.includes("summaries"),
  async *read(file, { defaults }) {
    if (!(await isDatabase(file))) {
      yield flawOf(file.name, "is not a SQLite database");
      return;
    }
    const database = openDatabase(file.path!);
    try {
      yield* memoriesOf(database, file, defaults);
    } finally {
      database.close();
    }
  },
};
