import type { ExportRecord } from "@memory-cortex/models";

/** What people look at in a table; the rest is in the other formats. */
const COLUMNS = [
  "kind", "id", "created_at", "observed_at", "namespace", "type", "role", "speaker", "text", "topic", "tags", "importance", "confidence", "session_id", "source", "project", "valid_from", "valid_to", "retired_at",
] as const;

/** A cell that begins like a formula is run by programs for tables. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

type Cell = string | number | boolean | readonly string[] | null | undefined;

function cell(value: Cell): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? value.join(" ") : String(value);
  const safe = typeof value === "number" || !FORMULA.test(text) ? text : `'${text}`;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: readonly Cell[]): string => `${cells.map(cell).join(",")}\r\n`;

/** RFC 4180. */
export const CSV_HEADER = row(COLUMNS);

/** One line of the table; a memory's content stands under `text`, a turn's channel under `source`. */
export function csvLine(record: ExportRecord): string {
  const fields: Record<string, Cell> = record.kind === "memory" ? { ...record, text: record.content } : { ...record, source: record.channel };
  return row(COLUMNS.map((column) => fields[column]));
}
