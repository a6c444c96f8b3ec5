import { METHODS } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import type { z } from "zod";

import { sampleOf, stringPaths, without, withValue } from "./sample-of.ts";
import type { Json } from "./sample-of.ts";

/** One request that must be refused. */
export interface BadRequest {
  why: string;
  method: string;
  /** Path and query, ready to send. */
  target: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** The only status that is right; any 4xx of the route's documentation when left out. */
  status?: number;
}

export interface BadRequestOptions {
  /** Every method and path that is served. */
  routes: readonly Route[];
  /** A user who is there, so that a request is refused for its own fault. */
  knownUser: string;
  bodyLimitBytes: number;
}

const JSON_TYPE = { "content-type": "application/json" };
const WRONG_VALUES: readonly unknown[] = [null, true, -1, 1.5, 1e300, "", "x", "\u0000", "x\ud800", [], [[]], {}, { a: 1 }];
const BAD_TEXTS = { "a NUL": "a\0b", "a lone surrogate": "a\ud800b" };
const UNKNOWN_USER = "nobody-knows-this-user";

/** Every way to get a route wrong that can be told from its line in the table. */
export function badRequests(route: Route, options: BadRequestOptions): BadRequest[] {
  return [...wrongMethods(route, options.routes), ...wrongPaths(route, options), ...wrongQueries(route, options), ...wrongBodies(route, options), ...unknownUsers(route, options)];
}

/** What is sent where only another part of the request is wrong. */
export function validRequest(route: Route, userId: string): { target: string; body: Json | null } {
  const named = (schema: z.ZodObject): Json => {
    const fields = sampleOf(schema, "least");
    return "user_id" in schema.shape ? { ...fields, user_id: userId } : fields;
  };
  return { target: target(route, {}, route.query === undefined ? {} : named(route.query)), body: route.body === undefined ? null : named(route.body) };
}

function target(route: Route, params: Record<string, string>, query: Json): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? "sample");
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one).toWellFormed())}`));
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

function wrongMethods(route: Route, routes: readonly Route[]): BadRequest[] {
  const served = new Set(routes.filter((other) => other.path === route.path).map((other) => other.method as string));
  const { target: url } = validRequest(route, "sample");
  return [...METHODS, "PATCH", "OPTIONS"].filter((method) => !served.has(method)).map((method) => ({ why: `method ${method}`, method, target: url, headers: {}, status: 405 }));
}

const sent = (route: Route, request: { target: string; body: Json | null }): Omit<BadRequest, "why"> => ({
  method: route.method,
  target: request.target,
  headers: request.body === null ? {} : { ...JSON_TYPE },
  ...(request.body === null ? {} : { body: JSON.stringify(request.body) }),
});

function wrongPaths(route: Route, { knownUser }: BadRequestOptions): BadRequest[] {
  const valid = validRequest(route, knownUser);
  const query = valid.target.includes("?") ? valid.target.slice(valid.target.indexOf("?")) : "";
  return Object.keys(route.params?.shape ?? {}).flatMap((name) =>
    Object.entries({ "a NUL": "a%00b", "too long": "x".repeat(2_000), "broken encoding": "%", "bytes that are no UTF-8": "%ff" }).map(([why, value]) => ({
      why: `{${name}}: ${why}`,
      ...sent(route, { ...valid, target: route.path.replace(`{${name}}`, value) + query }),
    })),
  );
}

function wrongQueries(route: Route, { knownUser }: BadRequestOptions): BadRequest[] {
  if (route.query === undefined) return [];
  const { query: schema } = route;
  const valid = validRequest(route, knownUser);
  const fields = sampleOf(schema, "least");
  const base: Json = "user_id" in fields ? { ...fields, user_id: knownUser } : fields;
  const queries: [string, Json][] = Object.keys(schema.shape).flatMap((name) =>
    ["", "-1", "1.5", "1e300", "x", "a\0b", "x".repeat(200_000 / 40), ["one", "two"]].map((value): [string, Json] => [`${name}=${JSON.stringify(value).slice(0, 20)}`, { ...base, [name]: value }]),
  );
  const refused = [...queries, ...Object.keys(fields).map((name): [string, Json] => [`without ${name}`, without(base, name)])].filter(([, query]) => !schema.safeParse(query).success);
  const url = target(route, {}, base);
  return [
    ...refused.map(([why, query]) => ({ why, ...sent(route, { ...valid, target: target(route, {}, query) }) })),
    { why: "query that cannot be decoded", ...sent(route, { ...valid, target: `${url}&x=%ff` }), status: 400 },
  ];
}

function wrongBodies(route: Route, { knownUser, bodyLimitBytes }: BadRequestOptions): BadRequest[] {
  if (route.body === undefined) return [];
  const valid = validRequest(route, knownUser);
  const request = sent(route, valid);
  const raw = (why: string, status: number, body: string | Uint8Array<ArrayBuffer>): BadRequest => ({ ...request, why, body, headers: JSON_TYPE, status });
  const asIf = (why: string, status: number, headers: Record<string, string>): BadRequest => ({ ...request, why, headers: { ...JSON_TYPE, ...headers }, status });
  const depth = Math.floor(bodyLimitBytes / 4);
  const deep = `{"deep":${"[".repeat(depth)}${"]".repeat(depth)},${JSON.stringify(valid.body).slice(1)}`;
  return [
    raw("no body", 400, ""),
    raw("not JSON", 400, "{user_id: me}"),
    raw("cut off", 400, JSON.stringify(valid.body).slice(0, -1)),
    raw("not UTF-8", 400, new Uint8Array([0x7b, 0xff, 0x7d])),
    raw("nested deeply", 400, deep),
    raw("huge", 413, JSON.stringify({ ...valid.body, padding: "x".repeat(bodyLimitBytes) })),
    asIf("another content type", 415, { "content-type": "text/plain" }),
    asIf("another encoding", 415, { "content-encoding": "rot13" }),
    asIf("not what its encoding says", 400, { "content-encoding": "gzip" }),
    ...wrongFields(route.body, knownUser).map(([why, body]) => ({ ...request, why, body: JSON.stringify(body) })),
    ...(route.method === "POST" && route.user !== "none" ? [asIf("a bad Idempotency-Key", 422, { "idempotency-key": "x".repeat(300) })] : []),
  ];
}

function wrongFields(schema: z.ZodObject, knownUser: string): [string, unknown][] {
  const full = { ...sampleOf(schema, "full"), ...("user_id" in schema.shape ? { user_id: knownUser } : {}) };
  const least = sampleOf(schema, "least");
  const wrongTypes = Object.keys(schema.shape).flatMap((name) => WRONG_VALUES.map((value): [string, unknown] => [`${name}: ${JSON.stringify(value)}`, { ...full, [name]: value }]));
  const missing = Object.keys(least).map((name): [string, unknown] => [`without ${name}`, without(full, name)]);
  const refused = [...wrongTypes, ...missing, ...[null, [], "text", 5, true].map((value): [string, unknown] => [`body ${JSON.stringify(value)}`, value])].filter(([, body]) => !schema.safeParse(body).success);
  // These are not asked of the schema first: no field may take them.
  const badTexts = stringPaths(full).flatMap((path) => Object.entries(BAD_TEXTS).map(([what, text]): [string, unknown] => [`${path.join(".")} holds ${what}`, withValue(full, path, text)]));
  const negative = Object.keys(schema.shape).filter((name) => /limit|budget|max_|_ms$|seconds/.test(name)).map((name): [string, unknown] => [`${name}: -1 at all`, { ...full, [name]: -1 }]);
  return [...refused, ...badTexts, ...negative];
}

function unknownUsers(route: Route, { knownUser }: BadRequestOptions): BadRequest[] {
  if (route.user !== "known" || knownUser === UNKNOWN_USER) return [];
  return [{ why: "an unknown user", ...sent(route, validRequest(route, UNKNOWN_USER)), status: 404 }];
}
