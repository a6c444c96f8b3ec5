import { LIFETIMES, MEMORY_TYPES, VISIBILITIES } from "@memory-cortex/models";

import { factPiece } from "../fact-piece.ts";
import type { FoundFact } from "../fact-piece.ts";
import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { factRecords, fractionOf } from "./fact-records.ts";
import { nameOf, textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

type Choice = string;
const MAX_TAGS = 32;
const SECOND = 1_000;

/** One of a set of names; undefined when the field is not set, null when it is another. */
function chosen<Name extends Choice>(value: unknown, names: readonly Name[]): Name | null | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return names.find((name) => name === value) ?? null;
}

/** Times by field, or the first that is none. */
function timesOf(record: Fields, names: readonly string[]): Record<string, number | undefined> | { reason: string } {
  const times: Record<string, number | undefined> = {};
  for (const name of names) {
    const time = timeField(record, name);
    if ("reason" in time) return { reason: time.reason };
    times[name] = time.at;
  }
  return times;
}

/** A lifetime in seconds there counts from the beginning: only what is left of it counts here. Null when nothing is. */
function lifetimeOf(record: Fields, createdAt: number | undefined, now: number): Pick<FoundFact, "lifetime" | "ttl_seconds"> | { reason: string } | null {
  const lifetime = chosen(record["scope"], LIFETIMES);
  if (lifetime === null) return { reason: `scope: must be one of ${LIFETIMES.join(", ")}` };
  const seconds = Number(record["ttl_seconds"] ?? 0);
  if (lifetime !== "ttl" || !(seconds > 0)) return { lifetime: lifetime === "ttl" ? "permanent" : lifetime };
  const left = Math.ceil(seconds - (now - (createdAt ?? now)) / SECOND);
  return left > 0 ? { lifetime, ttl_seconds: left } : null;
}

function tagsOf(value: unknown): string[] {
  const names = (Array.isArray(value) ? (value as unknown[]) : []).map((name) => nameOf(name, 64)).filter((name) => name !== undefined);
  return [...new Set(names)].slice(0, MAX_TAGS);
}

function pieceOf(record: Fields, place: string, { defaults, now }: ReadContext): Piece {
  const content = textOf(record["content"]);
  if (content === undefined) return flawOf(place, "content: is missing or blank");
  const [type, visibility] = [chosen(record["type"], MEMORY_TYPES), chosen(record["visibility"], VISIBILITIES)];
  if (type === null) return flawOf(place, `type: must be one of ${MEMORY_TYPES.join(", ")}`);
  if (visibility === null) return flawOf(place, `visibility: must be one of ${VISIBILITIES.join(", ")}`);
  const confidence = fractionOf(record["confidence"]);
  if (confidence === null) return flawOf(place, "confidence: must be 0 to 1");
  const times = timesOf(record, ["created_at", "updated_at", "valid_from", "valid_to", "valid_until"]);
  if (typeof times["reason"] === "string") return flawOf(place, times["reason"]);
  const { created_at, valid_from, valid_to, valid_until } = times as Record<string, number | undefined>;
  if (record["is_current_version"] === false && valid_to === undefined) return leftOut("older versions");
  const life = lifetimeOf(record, created_at, now);
  if (life === null) return leftOut("expired there");
  if ("reason" in life) return flawOf(place, life.reason);
  return factPiece({
    place, content, type, visibility, confidence, ...life,
    tags: tagsOf(record["tags"]),
    project: nameOf(record["project"], 256),
    observed_at: created_at,
    valid_from,
    valid_to: valid_to ?? valid_until,
    source: ["openclaw-cortex", nameOf(record["source"], 200)].filter((part) => part !== undefined).join(":"),
    userId: nameOf(record["user_id"], 128),
  }, defaults);
}

/**
 * openclaw-cortex: `openclaw-cortex export` as JSON or CSV, and the JSON Lines that its `import` takes: {id, type, scope, visibility, content,
 * confidence 0 to 1, source, tags, project, user_id, ttl_seconds, created_at, valid_from, valid_to, valid_until, is_current_version, …}. Shapes:
 * https://github.com/ajitpratap0/openclaw-cortex, cmd/openclaw-cortex/cmd_export.go, cmd_import.go and internal/models/memory.go. Its scope is a
 * lifetime here; its vectors and counts stay behind.
 */
export const openclawCortex: ForeignReader = {
  holds: (name) => /\.(?:json|jsonl|ndjson|csv)$/i.test(name),
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "content" in record && "scope" in record && "type" in record),
  read: factRecords(["memories"], pieceOf),
};
