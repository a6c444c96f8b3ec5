import { JsonArrayNode, JsonObjectNode, JsonParser } from "@croct/json5-parser";
import type { JsonNode, JsonValueNode } from "@croct/json5-parser";

import type { JsonValue, Operation } from "./edits.ts";
import { indentOf } from "./json-text.ts";

// The parser's own way of writing lays out anew what stands around a change; so only its positions are used, and the text is cut there.

/** Everything that JSON5 has: unquoted keys, single quotes, comments, trailing commas. Throws on anything else. */
export function parseJson5(text: string): JsonValue {
  return JsonParser.parse(text).toJSON() as JsonValue;
}

/** A place in the text. */
interface Span {
  start: number;
  end: number;
}

type Container = JsonObjectNode | JsonArrayNode;

const spanOf = ({ location }: JsonNode): Span => ({ start: location.start.index, end: location.end.index });
const childrenOf = (parent: Container): Span[] => (parent instanceof JsonObjectNode ? parent.properties : parent.elements).map(spanOf);
const placeOf = (parent: Container, key: string | number): number => (parent instanceof JsonObjectNode ? parent.properties.findIndex((property) => property.key.toJSON() === key) : Number(key));

function containerAt(root: JsonValueNode, path: readonly (string | number)[]): Container {
  let node = root;
  for (const key of path) {
    if (node instanceof JsonArrayNode) node = node.get(Number(key));
    else if (node instanceof JsonObjectNode) node = node.get(String(key));
  }
  if (node instanceof JsonArrayNode || node instanceof JsonObjectNode) return node;
  throw new SyntaxError("There is no such place."); // unreachable: operations are made from what the text says
}

/** Spaces and comments that stay on their line. */
const GAP = "(?:[^\\S\\n]|\\/\\*[^]*?\\*\\/)*";
/** What follows a child on its line: a comma, and a remark on it. */
const REST_OF_LINE = new RegExp(`^${GAP}(,)?${GAP}(?:\\/\\/[^\\n]*)?`);
const COMMA_BEHIND = new RegExp(`^${GAP},`);
const COMMA_BETWEEN = /^((?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*),/;

/** Changes one place of the text; everything else stays as it is written. */
export function editJson5(text: string, operation: Operation): string {
  const path = "set" in operation ? operation.set : operation.remove;
  const parent = containerAt(JsonParser.parse(text), path.slice(0, -1));
  const key = path.at(-1)!;
  const place = placeOf(parent, key);
  const isThere = place >= 0 && place < childrenOf(parent).length;
  if (!("set" in operation)) return isThere ? withoutChild(text, childrenOf(parent), place) : text;
  if (!isThere) return withChild(text, parent, { key, value: operation.value });
  const { start, end } = spanOf(parent instanceof JsonObjectNode ? parent.properties[place]!.value : parent.get(place));
  return text.slice(0, start) + written(operation.value, text, lineIndent(text, start)) + text.slice(end);
}

const lineIndent = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))![0];
const written = (value: JsonValue, text: string, indent: string): string => JSON.stringify(value, null, indentOf(text)).replaceAll("\n", `\n${indent}`);

interface Child {
  key: string | number;
  value: JsonValue;
}

/** `key: `, without quotes where the keys beside it have none; "" in a list. */
function label(parent: Container, key: string | number, text: string): string {
  if (parent instanceof JsonArrayNode) return "";
  const beside = parent.properties[0];
  const isBare = beside !== undefined && !/^["']/.test(text.slice(spanOf(beside).start)) && /^[A-Za-z_$][\w$]*$/.test(String(key));
  return `${isBare ? String(key) : JSON.stringify(key)}: `;
}

function withChild(text: string, parent: Container, { key, value }: Child): string {
  const { start, end } = spanOf(parent);
  const last = childrenOf(parent).at(-1);
  const name = label(parent, key, text);
  if (last === undefined) {
    const outer = lineIndent(text, start);
    const inner = outer + indentOf(text);
    const inside = text.slice(start + 1, end - 1);
    return `${text.slice(0, start + 1)}\n${inner}${name}${written(value, text, inner)}${inside.trim() === "" ? `\n${outer}` : inside}${text.slice(end - 1)}`;
  }
  const [rest, comma] = REST_OF_LINE.exec(text.slice(last.end, end - 1))!;
  const isOnLines = text.slice(start, last.start).includes("\n");
  const indent = lineIndent(text, last.start);
  const child = isOnLines ? `\n${indent}${name}${written(value, text, indent)}` : ` ${name}${JSON.stringify(value)}`;
  const behind = last.end + rest.length;
  if (comma === undefined) return `${text.slice(0, last.end)},${text.slice(last.end, behind).trimEnd()}${child}${text.slice(isOnLines ? behind : last.end + rest.trimEnd().length)}`;
  return `${text.slice(0, behind).trimEnd()}${child},${text.slice(behind)}`;
}

function withoutChild(text: string, children: readonly Span[], place: number): string {
  let { start, end } = children[place]!;
  let before = text;
  const comma = COMMA_BEHIND.exec(text.slice(end));
  if (comma !== null) end += comma[0].length;
  else if (place > 0) {
    const between = children[place - 1]!.end + COMMA_BETWEEN.exec(text.slice(children[place - 1]!.end))![1]!.length;
    before = text.slice(0, between) + text.slice(between + 1);
    start -= 1;
    end -= 1;
  }
  while (/[ \t]/.test(before[start - 1] ?? "")) start -= 1;
  const isLineEmpty = before[start - 1] === "\n" && /^[ \t]*(?:\n|$)/.test(before.slice(end));
  return before.slice(0, isLineEmpty ? start - 1 : start) + before.slice(end);
}
