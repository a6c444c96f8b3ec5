import type { Readable } from "node:stream";

import { CsvError, parse } from "csv-parse";
import type { InfoRecord } from "csv-parse";

import type { Item } from "./json-items.ts";

/** The rows of a CSV file by the names of its first line. A file that is not CSV ends with why: after that nothing can be trusted. */
export async function* csvRows(stream: Readable): AsyncGenerator<Item, void, undefined> {
  const parser = stream.pipe(parse({ bom: true, columns: true, info: true, skip_empty_lines: true }));
  stream.once("error", (error) => parser.destroy(error));
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: InfoRecord }>) {
      line = info.lines;
      yield { line, value: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = Number(error["lines"]);
    yield { line: Number.isFinite(at) ? at : line + 1, broken: "is not CSV" };
  } finally {
    stream.destroy();
  }
}
