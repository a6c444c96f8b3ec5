import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { recordsOf } from "../source/records-of.ts";
import { lineOf } from "../source/source-file.ts";
import { isFields } from "./values.ts";
import type { Fields } from "./values.ts";

/** Reads files of one statement a record. `lists` names the lists that one JSON object may hold them in. */
export function factRecords(lists: readonly string[], pieceOf: (record: Fields, place: string, context: ReadContext) => Piece): ForeignReader["read"] {
  return async function* read(file, context) {
    for await (const item of recordsOf(file, lists)) {
      const place = lineOf(file, item.line);
      if ("broken" in item) yield flawOf(place, item.broken);
      else if (isFields(item.value)) yield pieceOf(item.value, place, context);
      else yield flawOf(place, "is not an object");
    }
  };
}

const RECORD_FILES = /\.(?:json|jsonl|ndjson|jsonlines)$/i;
/** Whether a file may hold such records, by its name. */
export const holdsRecords = (name: string): boolean => RECORD_FILES.test(name);

/** An importance or confidence of 0 to 1; undefined when it is not set, null when it is something else. */
export function fractionOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= 1 ? number : null;
}

/** Names that the service takes as a namespace; others are written the way it takes them. */
export function namespaceOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.trim().toLowerCase().replaceAll(/[^a-z0-9._:/-]+/g, "-").replace(/^[^a-z0-9]+/, "").slice(0, 64);
  return name === "" ? undefined : name;
}
