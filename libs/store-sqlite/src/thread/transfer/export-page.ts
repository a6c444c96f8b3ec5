import { CortexError } from "@memory-cortex/models";
import { PAGE_BYTES } from "@memory-cortex/store";
import type { EndRecord, ExportedPage, TransferRecord } from "@memory-cortex/store";

import { KEPT_SPACE } from "../dropped-spaces.ts";
import { vectorTable } from "../schema.ts";
import type { UserDatabase } from "../user-database.ts";
import { isUnfinished } from "./import-marks.ts";
import { SOURCES, vectorSource } from "./record-source.ts";
import type { RecordSource } from "./record-source.ts";

/** Where an export stands: behind a row of a source; before its first row when there is no place. */
export interface ExportPlace {
  stage: number;
  at: readonly (number | string)[];
}

export const EXPORT_START: ExportPlace = { stage: 0, at: [] };
/** What a record costs beside its texts, bytes; a guess that keeps pages of small records bounded too. */
const RECORD_BYTES = 500;

/** In the order in which their records can be imported. */
function sourcesOf(database: UserDatabase): RecordSource[] {
  const { spaces, sessions, documents, ...others } = SOURCES;
  const vectors = database.column<number>(`SELECT id FROM space WHERE ${KEPT_SPACE} ORDER BY id`).map((id) => vectorSource({ id, table: vectorTable(id) }));
  return [spaces, sessions, documents, ...vectors, ...Object.values(others)];
}

type PlacedRow = Record<"at1" | "at2" | "at3", number | string | undefined>;

function placeOf({ at1, at2, at3 }: PlacedRow): (number | string)[] {
  return [at1, at2, at3].filter((part) => part !== undefined);
}

const parametersOf = ([at1, at2, at3]: readonly (number | string)[]): Record<string, number | string> => ({
  ...(at1 !== undefined && { at1 }), ...(at2 !== undefined && { at2 }), ...(at3 !== undefined && { at3 }),
});

function endOf(database: UserDatabase): EndRecord {
  const last = (table: string): number => database.value<number>("SELECT seq FROM sqlite_sequence WHERE name = @table", { table }) ?? 0;
  return { kind: "end", lastSerial: last("document"), lastEntity: database.value<number | null>("SELECT max(eid) FROM entity") ?? 0, lastSpace: last("space") };
}

interface Page {
  records: TransferRecord[];
  place: ExportPlace | null;
}

/** One page behind a place; the place of the next page, null at the end. */
export function readPage(database: UserDatabase, from: ExportPlace, limit: number): Page {
  const records: TransferRecord[] = [];
  const sources = sourcesOf(database);
  let bytes = 0;
  for (let { stage, at } = from; stage < sources.length; stage += 1, at = []) {
    const source = sources[stage]!;
    let place: readonly (number | string)[] = at.length === 0 ? source.start : at;
    for (const row of database.rows<PlacedRow>(`${source.select} WHERE ${source.behind}`, parametersOf(place))) {
      if (records.length >= limit || bytes >= PAGE_BYTES) return { records, place: { stage, at: place } };
      records.push(source.toRecord(row as never));
      bytes += RECORD_BYTES + (source.bytes?.(row as never) ?? 0);
      place = placeOf(row);
    }
  }

  return { records: isUnfinished(database) ? records : [...records, endOf(database)], place: null };
}

interface Cursor extends ExportPlace {
  snapshot: string;
}

export function encodePlace(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.snapshot, cursor.stage, ...cursor.at])).toString("base64url");
}

const invalid = (): CortexError => new CortexError("invalid_fields", { errors: [{ path: "after", code: "invalid_cursor", message: "use the cursor of an earlier page, unchanged" }] });

/** Throws `invalid_fields` when it was not made by {@link encodePlace}. */
export function decodePlace(text: string): Cursor {
  try {
    const [snapshot, stage, ...at] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    const isPlace = (part: unknown): part is number | string => typeof part === "string" || Number.isSafeInteger(part);
    if (typeof snapshot === "string" && Number.isSafeInteger(stage) && at.length >= 1 && at.length <= 3 && at.every(isPlace)) return { snapshot, stage: stage as number, at };
  } catch {
    // Falls through to the one error below.
  }
  throw invalid();
}

export const NO_PAGE: ExportedPage = { records: [], next: null };
