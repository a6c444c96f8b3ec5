import { csvRows } from "./csv-rows.ts";
import { jsonItems } from "./json-items.ts";
import type { Item } from "./json-items.ts";
import { jsonLines } from "./json-lines.ts";
import type { SourceFile } from "./source-file.ts";

const LINES = /\.(?:jsonl|ndjson|jsonlines)(?:\.zst)?$/i;
const CSV = /\.csv$/i;
/** As much as tells a list from lines. */
const SNIFFED = 4_096;

/** A file whose name tells nothing is a document when it begins with "[", or with an object that does not end on its first line. */
async function isLines(file: SourceFile): Promise<boolean> {
  if (LINES.test(file.name)) return true;
  if (/\.json$/i.test(file.name)) return false;
  const stream = await file.open();
  try {
    let text = "";
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      text += chunk.toString("utf8");
      if (text.length >= SNIFFED) break;
    }
    const [first = "", second] = text.trimStart().split("\n");
    return first.startsWith("{") && second !== undefined && first.trimEnd().endsWith("}");
  } finally {
    stream.destroy();
  }
}

/** The records of a file of JSON, JSON Lines or CSV, streamed. `lists` names the lists that an object may hold its records in. */
export async function* recordsOf(file: SourceFile, lists: readonly string[] = []): AsyncGenerator<Item, void, undefined> {
  if (CSV.test(file.name)) return yield* csvRows(await file.open());
  if (await isLines(file)) return yield* jsonLines(await file.open());
  return yield* jsonItems((await file.open()) as AsyncIterable<Uint8Array>, lists);
}
