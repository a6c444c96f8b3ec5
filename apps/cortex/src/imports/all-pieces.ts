import type { Conversation, WireMessage } from "../ingest/conversation.ts";
import { ID_BYTES } from "../ingest/send-conversation.ts";
import { Problem } from "../problem.ts";
import type { ForeignReader, ReadContext } from "./foreign-reader.ts";
import { flawOf } from "./piece.ts";
import type { Piece } from "./piece.ts";
import type { SourceFile } from "./source/source-file.ts";

export interface Reading {
  reader: ForeignReader;
  files: readonly SourceFile[];
  context: ReadContext;
  /** What a request may be, in bytes. */
  bodyLimitBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** All pieces of a source, file by file. What no request can hold is a flaw of its own, so that the service never has to refuse it. */
export async function* allPieces({ reader, files, context, bodyLimitBytes }: Reading): AsyncGenerator<Piece, void, undefined> {
  for (const file of files) {
    try {
      for await (const piece of reader.read(file, context)) yield* fitting(piece, bodyLimitBytes);
    } catch (error) {
      if (error instanceof Problem) throw error;
      yield flawOf(file.name, `cannot be read to its end (${codeOf(error)})`);
    }
  }
}

/** A disk that fails, a damaged database or compression: its code says which, its message may quote what it holds. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : typeof error;
}

function* fitting(piece: Piece, limit: number): Generator<Piece, void, undefined> {
  const tooLarge = (what: string): string => `${what} is larger than a request may be (CORTEX_BODY_LIMIT_BYTES, ${limit} bytes)`;
  if (piece.kind === "fact" && bytesOf(piece.fact.request) > limit) return yield flawOf(piece.fact.place, tooLarge("the statement"));
  if (piece.kind !== "conversation") return yield piece;
  const { header, messages, place } = piece.conversation;
  const room = limit - ID_BYTES - bytesOf({ ...header, messages: [] });
  const fit = messages.filter((message) => bytesOf(message) <= room);
  for (const [index, message] of messages.entries()) if (!fit.includes(message)) yield flawOf(place, tooLarge(`message ${index + 1}${saidAt(message)}`));
  if (fit.length > 0) yield { kind: "conversation", conversation: fit.length === messages.length ? piece.conversation : ({ ...piece.conversation, messages: fit } satisfies Conversation) };
}

const saidAt = ({ id }: WireMessage): string => (id === undefined || id === null ? "" : ` (${id})`);
