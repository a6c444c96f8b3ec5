import { CortexError } from "@memory-cortex/models";
import { importLine } from "@memory-cortex/models/wire";
import type { FieldError, ImportedMemory, ImportedTurn, ImportLine } from "@memory-cortex/models";

import { breather } from "../breather.ts";

/** A record with the namespace that it goes to. */
export interface NumberedLine<Line> {
  /** From 1. */
  number: number;
  line: Line;
  namespace: string;
}

export interface ImportedLines {
  /** All that were not empty. */
  lines: number;
  memories: NumberedLine<ImportedMemory>[];
  turns: NumberedLine<ImportedTurn>[];
}

export interface ReadOptions {
  userId: string;
  /** Of lines that name none. */
  namespace: string;
  /** Whether the caller may write to a namespace. */
  allows: (namespace: string) => boolean;
}

export const MAX_LINE_BYTES = 1_048_576;
/** Whoever made the file reads the first ones and runs again. */
const MAX_ERRORS = 50;
const NEWLINE = 0x0a;

const fault = (path: string, code: string, message: string): FieldError => ({ path, code, message });

/** Pieces between ends of lines, which may be CR LF; views, not copies. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** Older exports call the text of a memory `text`, and that of a turn `content`. */
function withItsText(value: object): object {
  const { kind, text, content } = value as Record<string, unknown>;
  if (kind === "memory" && content === undefined && text !== undefined) return { ...value, content: text };
  if (kind === "turn" && text === undefined && content !== undefined) return { ...value, text: content };
  return value;
}

function parsed(text: string): { line: ImportLine } | { faults: FieldError[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the line, which may hold memory text.
    return { faults: [fault("", "malformed_json", "is not JSON")] };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { faults: [fault("", "invalid_type", "must be a JSON object")] };
  const result = importLine.safeParse(withItsText(value));
  if (result.success) return { line: result.data };
  return { faults: result.error.issues.map(({ path, code, message }) => fault(path.join("."), code, message)) };
}

/** Follows the lines and gathers what is wrong with them. */
class LineReader {
  readonly read: ImportedLines = { lines: 0, memories: [], turns: [] };
  readonly errors: FieldError[] = [];
  readonly #options: ReadOptions;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #header: number | null = null;
  #end: number | null = null;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  take(number: number, bytes: Uint8Array): void {
    const faults = this.#faultsOf(number, bytes);
    for (const { path, code, message } of faults) this.errors.push(fault(path === "" ? `line ${number}` : `line ${number}.${path}`, code, message));
  }

  /** Called behind the last line, whose number it is told. */
  finish(last: number): void {
    if (this.#header !== null && this.#end === null && this.errors.length === 0) this.errors.push(fault(`line ${last + 1}`, "cut_off", "the export ends too early: its last line is missing"));
  }

  #faultsOf(number: number, bytes: Uint8Array): FieldError[] {
    if (bytes.length > MAX_LINE_BYTES) return [fault("", "too_long", `must be ${MAX_LINE_BYTES} bytes at most`)];
    let text: string;
    try {
      text = this.#decoder.decode(bytes).trim();
    } catch {
      return [fault("", "not_utf8", "is not UTF-8")];
    }
    if (text === "") return [];
    this.read.lines += 1;
    const result = parsed(text);
    return "faults" in result ? result.faults : this.#add(number, result.line);
  }

  #add(number: number, line: ImportLine): FieldError[] {
    if (this.#end !== null) return [fault("", "behind_end", "stands behind the last line of an export")];
    if (line.kind === "end") return this.#finishExport(number, line);
    if (line.user_id !== undefined && line.user_id !== this.#options.userId) return [fault("user_id", "foreign_user", "is another user than that of the request")];
    if (line.kind === "header") return this.#begin(number);
    const namespace = line.namespace ?? this.#options.namespace;
    if (!this.#options.allows(namespace)) return [fault("namespace", "forbidden", "is a namespace that the token may not write to")];
    if (line.kind === "turn") this.read.turns.push({ number, line, namespace });
    else {
      if (line.valid_from != null && line.valid_to != null && line.valid_to < line.valid_from) return [fault("valid_to", "before_valid_from", "must not lie before valid_from")];
      this.read.memories.push({ number, line, namespace });
    }
    return [];
  }

  #begin(number: number): FieldError[] {
    if (this.read.lines !== 1) return [fault("", "misplaced", "a header must be the first line")];
    this.#header = number;
    return [];
  }

  #finishExport(number: number, { memories, turns }: ImportLine & { kind: "end" }): FieldError[] {
    this.#end = number;
    const isWhole = memories === this.read.memories.length && turns === this.read.turns.length;
    return isWhole || this.errors.length > 0 ? [] : [fault("", "missing_lines", "counts other memories or turns than there are: lines are missing or were added")];
  }
}

/**
 * Every line of an import, checked; nothing of it is used before all of it is right. Throws `import_invalid` with the number of each line that is
 * not, the first 50.
 */
export async function readLines(bytes: Uint8Array, options: ReadOptions): Promise<ImportedLines> {
  const reader = new LineReader(options);
  const breathe = breather();
  let number = 0;
  for (const piece of piecesOf(bytes)) {
    number += 1;
    reader.take(number, piece);
    if (reader.errors.length >= MAX_ERRORS) break;
    await breathe();
  }
  reader.finish(number);
  const [first] = reader.errors;
  if (first !== undefined) throw new CortexError("import_invalid", { detail: `${first.path}: ${first.message}. Nothing was imported.`, errors: reader.errors.slice(0, MAX_ERRORS) });
  return reader.read;
}
