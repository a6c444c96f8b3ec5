import { parse, patch, stringify, TomlFormat } from "@decimalturn/toml-patch";

import { applyOperation, copyOf, valueAt } from "./edits.ts";
import type { JsonValue, Operation, Path } from "./edits.ts";

/** Throws on what is not TOML. */
export function parseToml(text: string): JsonValue {
  return copyOf(parse(text) as JsonValue);
}

/** Changes one place of the text; comments, order and layout of everything else stay. A new table becomes a section of its own at the end. */
export function editToml(text: string, operation: Operation): string {
  const value = parseToml(text);
  if ("set" in operation && valueAt(value, operation.set) === undefined) {
    const section = sectionOf(operation.set, operation.value);
    if (section !== null) return `${text}${text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"}${section}`;
  }
  applyOperation(value, operation);
  return patch(text, value);
}

const isTable = (value: JsonValue): value is { [key: string]: JsonValue } => typeof value === "object" && value !== null && !Array.isArray(value);
const keyName = (key: string | number): string => (/^[\w-]+$/.test(String(key)) ? String(key) : JSON.stringify(String(key)));

/** "[mcp_servers.memory-cortex]" and its keys; null for what is no table. Tables that hold nothing but a table need no section. */
function sectionOf(path: Path, value: JsonValue): string | null {
  if (!isTable(value)) return null;
  const [only, ...others] = Object.entries(value);
  if (only !== undefined && others.length === 0 && isTable(only[1])) return sectionOf([...path, only[0]], only[1]);
  const format = TomlFormat.default();
  format.inlineTableStart = 0;
  return `[${path.map(keyName).join(".")}]\n${stringify(value, format)}`;
}
