import neo4j from "neo4j-driver";

import type { Parameters } from "./bolt-call.ts";

type Convert = (value: unknown) => unknown;

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A list of numbers is all integers or all floats: a property cannot hold a mixture. */
function listOf(values: readonly unknown[]): unknown[] {
  const floats = values.some((value) => typeof value === "number" && !Number.isSafeInteger(value));
  return floats ? values.map((value) => (typeof value === "number" ? value : toParameter(value))) : values.map(toParameter);
}

const toParameter: Convert = (value) => {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (value instanceof Float32Array || value instanceof Float64Array) return Array.from(value);
  if (Array.isArray(value)) return listOf(value);
  return isPlain(value) && !neo4j.isInt(value) ? toParameters(value) : value;
};

/** Parameters as the driver takes them: a JavaScript number would arrive as a float, which no LIMIT takes, and undefined is refused. */
export function toParameters(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, toParameter(value)]));
}
