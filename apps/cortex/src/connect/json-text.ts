import { applyEdits, modify, parse } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";

import type { JsonValue, Operation } from "./edits.ts";

/** JSON with comments and trailing commas. Throws on anything else. */
export function parseJson(text: string): JsonValue {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as JsonValue;
  if (errors.length > 0) throw new SyntaxError(`JSON, at ${errors[0]!.offset}`);
  return value;
}

const DEFAULT_INDENT = "  ";

/** What the first indented line is indented by. */
export const indentOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? DEFAULT_INDENT;

/** Changes one place of the text; everything else stays as it is written. */
export function editJson(text: string, operation: Operation): string {
  const indent = indentOf(text);
  const insertSpaces = !indent.startsWith("\t");
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: "\n" };
  const [path, value] = "set" in operation ? [operation.set, operation.value] : [operation.remove, undefined];
  const isArrayInsertion = "set" in operation && typeof path.at(-1) === "number";
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }));
}
