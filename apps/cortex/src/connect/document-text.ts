import { isDeepStrictEqual } from "node:util";

import { Problem } from "../problem.ts";
import { applyOperation, copyOf } from "./edits.ts";
import type { JsonValue, Operation } from "./edits.ts";
import { editJson, parseJson } from "./json-text.ts";
import { editJson5, parseJson5 } from "./json5-text.ts";
import { editToml, parseToml } from "./toml-text.ts";

/** "json" takes comments and trailing commas as well; "json5" everything that JSON5 has. */
export type Format = "json" | "json5" | "toml";

/** A format that a file can be read and edited in. Each throws on text that is not of the format. */
export interface TextFormat {
  parse(text: string): JsonValue;
  edit(text: string, operation: Operation): string;
}

const JSON_FORMAT: TextFormat = { parse: parseJson, edit: editJson };
const FORMATS: Record<Format, readonly TextFormat[]> = {
  json: [JSON_FORMAT],
  // Most JSON5 files are JSON with comments, which is edited without touching anything around.
  json5: [JSON_FORMAT, { parse: parseJson5, edit: editJson5 }],
  toml: [{ parse: parseToml, edit: editToml }],
};

export interface OpenDocument {
  text: string;
  value: JsonValue;
  format: TextFormat;
}

/** Reads a document; nothing at all counts as an empty object. Throws `config_unreadable`, without quoting what is in it. */
export function openDocument(text: string, format: Format, name: string): OpenDocument {
  for (const candidate of FORMATS[format]) {
    try {
      const value = text.trim() === "" ? {} : candidate.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return { text, value, format: candidate };
    } catch {
      continue; // The next format may take it; the reason would quote the file, which may hold keys.
    }
  }
  throw new Problem(`${name} is not ${format === "toml" ? "TOML" : "a JSON object"} that can be read.`, { code: "config_unreadable", fix: "Open it in an editor and repair it; nothing was changed." });
}

/**
 * Edits the text so that nothing but the operations changes, and proves it: after each one the text must say exactly what the operation says,
 * with every comment still there. Throws `config_unreadable` when that cannot be done.
 */
export function editDocument(document: OpenDocument, operations: readonly Operation[], name: string): string {
  let { text } = document;
  const expected = copyOf(document.value);
  for (const operation of operations) {
    applyOperation(expected, operation);
    const before = text;
    text = text.trim() === "" ? newText(document.format, expected) : document.format.edit(text, operation);
    if (!isDeepStrictEqual(document.format.parse(text), expected) || ("set" in operation && lostComment(before, text))) {
      throw new Problem(`${name} cannot be edited without disturbing what is in it.`, { code: "config_unreadable", fix: "Make the change by hand; `--dry-run --json` names it." });
    }
  }
  return text;
}

function newText(format: TextFormat, value: JsonValue): string {
  if (format.parse !== parseToml) return `${JSON.stringify(value, null, 2)}\n`;
  return Object.entries(value as Record<string, JsonValue>).reduce((text, [key, inner]) => format.edit(text, { set: [key], value: inner }), "");
}

const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*|#)/;

function lostComment(before: string, after: string): boolean {
  const left = new Map<string, number>();
  for (const line of after.split("\n")) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return before.split("\n").some((line) => {
    if (!COMMENT_LINE.test(line)) return false;
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count < 1;
  });
}
