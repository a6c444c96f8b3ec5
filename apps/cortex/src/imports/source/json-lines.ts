import type { Readable } from "node:stream";

import type { Item } from "./json-items.ts";

const BYTE_ORDER_MARK = /^\uFEFF/;

/** The lines of a stream. What goes wrong with the stream is thrown to the reader, as with any loop over one. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // A line may be longer than many pieces of the stream: it is put together once, when it ends.
  let begun: string[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    begun.push(first!);
    for (const other of others) {
      yield begun.join("");
      begun = [other];
    }
  }
  begun.push(decoder.decode());
  yield begun.join("");
}

/** The records of a JSON Lines file. A line that is not JSON is told of, and the others go on. Empty lines are passed over. */
export async function* jsonLines(stream: Readable): AsyncGenerator<Item, void, undefined> {
  let line = 0;
  for await (const raw of linesOf(stream)) {
    line += 1;
    const text = (line === 1 ? raw.replace(BYTE_ORDER_MARK, "") : raw).trim();
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
