import { factPiece } from "../fact-piece.ts";
import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { typeOfCategory } from "./categories.ts";
import { factRecords, fractionOf, holdsRecords } from "./fact-records.ts";
import { textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

function pieceOf(record: Fields, place: string, { defaults }: ReadContext): Piece {
  const content = textOf(record["text"]);
  if (content === undefined) return flawOf(place, "text: is missing or blank");
  const importance = fractionOf(record["importance"]);
  if (importance === null) return flawOf(place, "importance: must be 0 to 1");
  const time = timeField(record, "createdAt");
  if ("reason" in time) return flawOf(place, time.reason);
  return factPiece({ place, content, importance, ...typeOfCategory(record["category"]), observed_at: time.at, source: "memory-lancedb" }, defaults);
}

/**
 * OpenClaw's memory-lancedb: what `openclaw ltm list`, `query` and `search` print, a list of {id, text, importance 0 to 1, category, createdAt in
 * epoch milliseconds}, or the same as JSON Lines; a `vector` is left behind. The shape is MemoryListEntry of
 * https://github.com/openclaw/openclaw/blob/main/extensions/memory-lancedb/lancedb-store.ts, printed by memory-cli.ts beside it.
 */
export const memoryLancedb: ForeignReader = {
  holds: holdsRecords,
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "text" in record && "id" in record && ("category" in record || "importance" in record)),
  read: factRecords(["memories", "results"], pieceOf),
};
