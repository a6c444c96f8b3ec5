import { JsonArrayNode, JsonObjectNode, JsonParser } from "@croct/json5-parser";
import type { JsonValueNode } from "@croct/json5-parser";

import type { JsonValue, Operation } from "./edits.ts";

/** Everything that JSON5 has: unquoted keys, single quotes, comments, trailing commas. Throws on anything else. */
export function parseJson5(text: string): JsonValue {
  return JsonParser.parse(text).toJSON() as JsonValue;
}

function childOf(node: JsonValueNode, key: string | number): JsonValueNode {
  if (node instanceof JsonArrayNode && typeof key === "number") return node.get(key);
  if (node instanceof JsonObjectNode && typeof key === "string") return node.get(key);
  throw new TypeError("There is no such place.");
}

/** Changes one place of the text, in the style of what stands around it. */
export function editJson5(text: string, operation: Operation): string {
  const root = JsonParser.parse(text);
  const path = "set" in operation ? operation.set : operation.remove;
  const key = path.at(-1)!;
  const parent = path.slice(0, -1).reduce<JsonValueNode>(childOf, root);
  if (parent instanceof JsonObjectNode) {
    if ("set" in operation) parent.set(String(key), operation.value);
    else parent.delete(String(key));
  } else if (parent instanceof JsonArrayNode) {
    if ("set" in operation) parent.push(operation.value);
    else parent.delete(Number(key));
  }
  return root.toString();
}
