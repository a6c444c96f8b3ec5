import { factPiece } from "../fact-piece.ts";
import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { factRecords, holdsRecords } from "./fact-records.ts";
import { isFields, nameOf, textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

/** OpenMemory keeps what was deleted or archived. */
const ENDED = new Set(["deleted", "archived"]);
const MAX_TAGS = 32;

function tagsOf(record: Fields): string[] {
  const lists = [record["categories"], isFields(record["metadata"]) ? record["metadata"]["category"] : undefined];
  const names = lists.flat().map((name) => nameOf(name, 64)?.toLowerCase()).filter((name) => name !== undefined);
  return [...new Set(names)].slice(0, MAX_TAGS);
}

/** "mem0", with the agent or app that it was told to. */
const sourceOf = (record: Fields): string => ["mem0", nameOf(record["agent_id"] ?? record["app_id"] ?? record["app"], 200)].filter((part) => part !== undefined).join(":");

function pieceOf(record: Fields, place: string, { defaults }: ReadContext): Piece {
  if (typeof record["state"] === "string" && ENDED.has(record["state"])) return leftOut("deleted or archived there");
  const content = textOf(record["memory"] ?? record["content"]);
  if (content === undefined) return flawOf(place, "memory: is missing or blank");
  // A memory that was reworded says what was known when it was.
  const said = timeField(record, record["updated_at"] ? "updated_at" : "created_at");
  if ("reason" in said) return flawOf(place, said.reason);
  const ends = timeField(record, "expiration_date");
  if ("reason" in ends) return flawOf(place, ends.reason);
  const tags = tagsOf(record);
  const isPreference = tags.includes("preference") || tags.includes("user_preferences");
  return factPiece({
    place, content, tags,
    type: isPreference ? "preference" : "fact",
    observed_at: said.at,
    valid_to: ends.at,
    source: sourceOf(record),
    userId: nameOf(record["user_id"], 128),
  }, defaults);
}

/**
 * mem0: what `get_all` returns, {results: [{id, memory, user_id, agent_id, metadata, categories, created_at, updated_at, expiration_date}]}, pages of
 * the platform ({count, next, previous, results}), a list of such memories or one a line, and OpenMemory's {id, content, state, …}. Shapes:
 * https://docs.mem0.ai/cookbooks/essentials/exporting-memories and https://docs.mem0.ai/api-reference/memory/get-memories. Exports by a
 * schema of one's own ("memory export") have whatever shape was asked for; ask for a list `memories` with a field `memory`.
 */
export const mem0: ForeignReader = {
  holds: holdsRecords,
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => ("memory" in record && typeof record.memory === "string") || ("content" in record && "state" in record && "metadata" in record)),
  read: factRecords(["results", "memories"], pieceOf),
};
