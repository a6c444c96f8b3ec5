import { z } from "zod";

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  minItems?: number;
  minimum?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  pattern?: string;
}

export type Json = Record<string, unknown>;

/** Which optional fields a sample has: none, or all. */
export type Fullness = "least" | "full";

const DAY = "2026-01-02T03:04:05Z";

/**
 * A valid input of an object schema, made from the schema itself, so that a test over a route table needs no example for each route.
 * Patterns are not solved: a field with one takes a word in lower case or a moment, as the fields of this API do.
 */
export function sampleOf(schema: z.ZodObject, fullness: Fullness): Json {
  return sample(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape, fullness) as Json;
}

function sample(shape: Shape, fullness: Fullness): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf !== undefined) return sample(shape.anyOf[0]!, fullness);
  switch (shape.type) {
    case "object": {
      const names = Object.keys(shape.properties ?? {}).filter((name) => fullness === "full" || shape.required?.includes(name));
      return Object.fromEntries(names.map((name) => [name, sample(shape.properties![name]!, fullness)]));
    }
    case "array":
      return fullness === "full" || (shape.minItems ?? 0) > 0 ? [sample(shape.items ?? {}, fullness)] : [];
    case "integer":
    case "number":
      return Math.max(shape.minimum ?? 1, 1);
    case "boolean":
      return false;
    case "string":
      return shape.pattern?.includes("T") === true ? DAY : "sample";
    default:
      return "sample";
  }
}

export type Path = readonly (string | number)[];

/** Paths of all strings inside a value. */
export function stringPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringPaths(inner, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** A copy with another value at a path. */
export function withValue(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((inner: unknown, index) => (index === key ? withValue(inner, rest, replacement) : inner));
  return { ...(value as Json), [key]: withValue((value as Json)[key], rest, replacement) };
}

/** A copy without a field. */
export function without(value: Json, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
