import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

import type { Item } from "./json-items.ts";

/** The records of a JSON Lines file. A line that is not JSON is told of, and the others go on. Empty lines are passed over. */
export async function* jsonLines(stream: Readable): AsyncGenerator<Item, void, undefined> {
  let line = 0;
  for await (const raw of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const text = (line === 1 ? raw.replace(/^\uFEFF/, "") : raw).trim();
    if (text !== "") yield parsed(text, line);
  }
}

function parsed(text: string, line: number): Item {
  try {
    return { line, value: JSON.parse(text) as unknown };
  } catch {
    return { line, broken: "is not JSON" };
  }
}
