import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Problem } from "../problem.ts";
import { checkConversation, checkHeader, checkMessage, HEADER_FIELDS } from "./conversation.ts";
import type { BadRecord, Conversation, Defaults } from "./conversation.ts";

/** Everything a file holds, in its order. */
export interface Export {
  conversations: Conversation[];
  bad: BadRecord[];
}

interface Piece {
  place: string;
  value: unknown;
}

const MALFORMED = Symbol("malformed");
const LINES_SUFFIX = /\.(jsonl|ndjson|jsonlines)$/i;
/** Larger files are read line by line, which is the only way JSON of that size is written. */
const LARGEST_DOCUMENT = 256_000_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

async function linesOf(path: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() !== "") pieces.push({ place: `line ${number}`, value: parse(text) });
  }
  return pieces;
}

/** A list as its items, one object as itself; null when the file is not one JSON document. */
function documentOf(text: string): Piece[] | null {
  const value = parse(text.replace(/^\uFEFF/, ""));
  if (value === MALFORMED) return null;
  if (Array.isArray(value)) return value.map((item: unknown, index) => ({ place: `record ${index + 1}`, value: item }));
  return [{ place: "record 1", value }];
}

async function piecesOf(path: string): Promise<Piece[]> {
  try {
    const { size } = await stat(path);
    if (LINES_SUFFIX.test(path) || size > LARGEST_DOCUMENT) return await linesOf(path);
    return documentOf(await readFile(path, "utf8")) ?? (await linesOf(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new Problem(`The file cannot be read (${code}).`, { code: "unreadable_file", fix: "Check its name and permissions.", cause: error });
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

/** Bare messages of one session, gathered: the session is the record, so one bad line keeps all of it back. */
class BareSessions {
  readonly #sessions = new Map<string, Conversation | BadRecord>();
  readonly #defaults: Defaults;

  constructor(defaults: Defaults) {
    this.#defaults = defaults;
  }

  add(record: object, place: string): void {
    const header = checkHeader(record, this.#defaults);
    const key = "reason" in header ? place : JSON.stringify(HEADER_FIELDS.map((field) => header[field] ?? null));
    const message = checkMessage(record);
    const found = this.#sessions.get(key);
    if (found !== undefined && "reason" in found) return;
    const reason = "reason" in header ? header.reason : "reason" in message ? message.reason : null;
    if (reason !== null) this.#sessions.set(key, { place, reason });
    else if (found === undefined) this.#sessions.set(key, { place, header: header as Conversation["header"], messages: [message as Conversation["messages"][number]] });
    else found.messages.push(message as Conversation["messages"][number]);
  }

  /** A line that nobody can read may belong to any of the sessions of bare messages. */
  spoil(place: string): void {
    for (const [key, session] of this.#sessions) if (!("reason" in session)) this.#sessions.set(key, { place: session.place, reason: `not sent, as ${place} of the same file cannot be read` });
  }

  get all(): (Conversation | BadRecord)[] {
    return [...this.#sessions.values()];
  }
}

/**
 * Reads a chat export: one object {messages, session_id, …}, a list of them, JSON Lines of them, or bare messages (a list or JSON
 * Lines) of a session. A record with something wrong is reported by its place and left out whole. Throws a {@link Problem} when
 * the file cannot be read or holds nothing.
 */
export async function readExport(path: string, defaults: Defaults): Promise<Export> {
  const pieces = await piecesOf(path);
  if (pieces.length === 0) throw new Problem("The file holds nothing.", { code: "empty_file" });
  const found: Export = { conversations: [], bad: [] };
  const bare = new BareSessions(defaults);
  const unreadable: string[] = [];
  const keep = (record: Conversation | BadRecord): void => {
    if ("reason" in record) found.bad.push(record);
    else found.conversations.push(record);
  };

  for (const { place, value } of pieces) {
    if (value === MALFORMED) unreadable.push(place);
    else if (!isObject(value)) keep({ place, reason: "is not an object" });
    else if ("messages" in value) keep(checkConversation(value, place, defaults));
    else if ("role" in value) bare.add(value, place);
    else keep({ place, reason: "is neither a message (role, content) nor a conversation (messages, session_id)" });
  }
  for (const place of unreadable) {
    found.bad.push({ place, reason: "is not JSON" });
    bare.spoil(place);
  }
  bare.all.forEach(keep);
  return found;
}
