import { EXPORT_FORMAT, EXPORT_VERSION, toIso } from "@memory-cortex/models/wire";
import type { ExportEnd, ExportFormat, ExportHeader, ExportRecord, ExportRequest } from "@memory-cortex/models";

import { CSV_HEADER, csvLine } from "./csv-line.ts";

export const EXPORT_TYPES = { jsonl: "application/x-ndjson", json: "application/json", csv: "text/csv" } as const satisfies Record<ExportFormat, string>;

export interface ExportFacts {
  request: ExportRequest;
  /** Epoch milliseconds. */
  exportedAt: number;
}

type Records = AsyncIterable<ExportRecord>;

/** The last line tells whoever reads it that nothing is missing. */
async function* jsonLines(records: Records, { request, exportedAt }: ExportFacts): AsyncGenerator<string> {
  const { user_id, kinds, redact } = request;
  yield `${JSON.stringify({ kind: "header", format: EXPORT_FORMAT, version: EXPORT_VERSION, user_id, exported_at: toIso(exportedAt), kinds, redacted: redact } satisfies ExportHeader)}\n`;
  const counts = { memory: 0, turn: 0 };
  for await (const record of records) {
    counts[record.kind] += 1;
    yield `${JSON.stringify(record)}\n`;
  }
  yield `${JSON.stringify({ kind: "end", memories: counts.memory, turns: counts.turn } satisfies ExportEnd)}\n`;
}

async function* jsonArray(records: Records): AsyncGenerator<string> {
  let before = "[\n";
  for await (const record of records) {
    yield before + JSON.stringify(record);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* csv(records: Records): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const record of records) yield csvLine(record);
}

/** Records in one of the formats, a piece for each. */
export function exportText(records: Records, facts: ExportFacts): AsyncGenerator<string> {
  switch (facts.request.format) {
    case "jsonl":
      return jsonLines(records, facts);
    case "json":
      return jsonArray(records);
    case "csv":
      return csv(records);
  }
}
