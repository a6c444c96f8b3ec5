import { CortexClientError } from "./client-error.ts";
import type { RouteLine } from "./routes.ts";

/** A request without address, token and time limit. */
export interface BuiltRequest {
  method: string;
  /** Path and query, from the slash on. */
  target: string;
  /** Null when the route takes none. */
  body: string | Uint8Array<ArrayBuffer> | null;
  /** Media type of the body. */
  type: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** Sorts the fields of a call into path, query and body. Throws `invalid_fields` when a field of the path is missing. */
export function buildRequest(route: RouteLine, fields: Values): BuiltRequest {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => pathSegment(name, fields[name]));
  const rest = without(fields, inPath);
  if (route.lines !== undefined) {
    const { lines, ...others } = rest;
    return { method: route.method, target: withQuery(path, others), body: linesOf(lines), type: route.lines };
  }
  const hasBody = route.method === "POST" || route.method === "PUT";
  if (!hasBody) return { method: route.method, target: withQuery(path, rest), body: null, type: null };
  const inQuery = route.query ?? [];
  const query = Object.fromEntries(inQuery.map((name) => [name, rest[name]]));
  return { method: route.method, target: withQuery(path, query), body: JSON.stringify(without(rest, inQuery)), type: "application/json" };
}

/** Text as it is, or one line for each element. */
function linesOf(lines: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof lines === "string" || lines instanceof Uint8Array) return lines as string | Uint8Array<ArrayBuffer>;
  if (Array.isArray(lines)) return lines.map((line: unknown) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const message = "must be text, or a list of lines";
  throw new CortexClientError({ code: "invalid_fields", detail: "Some fields are not valid", fix: "Give the lines to send.", errors: [{ path: "lines", code: "invalid_type", message }] });
}

const without = (fields: Values, names: readonly string[]): Values => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** "" would lead to another route, and "." or ".." to another folder of routes. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "" || text === "." || text === ".." || !text.isWellFormed()) {
    const message = "must be a text that can stand in a path";
    throw new CortexClientError({ code: "invalid_fields", detail: "Some fields are not valid", fix: "Give the field that names the record.", errors: [{ path: name, code: "invalid_path", message }] });
  }
  return encodeURIComponent(text);
}

function withQuery(path: string, query: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`);
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
