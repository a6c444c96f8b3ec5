import { CortexClientError } from "./client-error.ts";
import { failureOfFetch } from "./failure-of-fetch.ts";
import type { TimeLimit } from "./time-limit.ts";

/** An answer that comes piece by piece. It is read once: by its lines, as one text, or as it is. Who stops reading early ends the request. */
export interface AnswerStream extends AsyncIterable<string> {
  /** Media type, without parameters. */
  readonly contentType: string;
  /** Line by line, without the line ends; an empty last line is left out. Rejects with `timeout`, `aborted` or `connection_lost`. */
  [Symbol.asyncIterator](): AsyncGenerator<string, void, undefined>;
  /** All of it. */
  text(): Promise<string>;
  /** As it comes, for a file. Rejects as the lines do. */
  bytes(): AsyncGenerator<Uint8Array, void, undefined>;
}

const streams = new WeakSet();

/** Whether a value is an answer that is still to be read. */
export const isStream = (value: unknown): value is AnswerStream => typeof value === "object" && value !== null && streams.has(value);

interface Source {
  response: Response;
  limit: TimeLimit;
  url: string;
}

/** The body of an answer as a stream under the time limit of its call, which it ends when it is read or left. */
export function answerStream(response: Response, limit: TimeLimit, url: string): AnswerStream {
  const source = { response, limit, url };
  const stream: AnswerStream = {
    contentType: (response.headers.get("content-type") ?? "").split(";")[0]!.trim(),
    [Symbol.asyncIterator]: () => linesOf(textOf(bytesOf(source))),
    text: async () => {
      let text = "";
      for await (const piece of textOf(bytesOf(source))) text += piece;
      return text;
    },
    bytes: () => bytesOf(source),
  };
  streams.add(stream);
  return stream;
}

async function* bytesOf({ response, limit, url }: Source): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = reader === undefined ? null : await limit.hold(reader.read() as Promise<{ done: boolean; value?: Uint8Array }>);
      if (piece?.value === undefined || piece.done) break;
      yield piece.value;
    }
  } catch (error) {
    throw CortexClientError.isInstance(error) ? error : failureOfFetch(error, url, response.status);
  } finally {
    limit.end();
    // Nothing of a request that nobody reads is to be sent on.
    reader?.cancel().catch(() => undefined);
  }
}

async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const text of texts) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
  }
  if (rest !== "") yield rest;
}
