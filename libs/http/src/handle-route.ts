import { createHash } from "node:crypto";

import { CortexError, realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { Request, RequestHandler, Response } from "express";

import { allowedNamespaces, LOCAL_ACCESS, requireRole, requireUser } from "./access.ts";
import type { Access, NamedNamespaces } from "./access.ts";
import { idempotencyKey } from "./idempotency.ts";
import type { Idempotency } from "./idempotency.ts";
import { bodyReader, readJsonBody, requireType } from "./json-body.ts";
import type { BodyReader } from "./json-body.ts";
import { parseFields } from "./parse-fields.ts";
import { parseQuery } from "./query-string.ts";
import { stateOf } from "./request-state.ts";
import { sendStream } from "./send-stream.ts";
import type { Reply, Route, UserCall } from "./route.ts";

export interface RouteServices {
  userExists: (realm: Realm) => Promise<boolean>;
  idempotency: Idempotency;
  readBody: BodyReader;
}

const NO_BYTES = Buffer.alloc(0);

interface Parsed {
  json: unknown;
  body: unknown;
  query: unknown;
  params: unknown;
}

/** Serves one line of the route table: role, fields, realm, user, handler, answer, in this order; the handler sees only what passed. */
export function handleRoute(route: Route, services: RouteServices): RequestHandler {
  const readLines = linesReader(route);
  return async (request, response) => {
    const state = stateOf(response);
    state.route = route;
    const access = accessFor(route, state.access);
    const parsed = await parseRequest(route, services.readBody, { request, response });
    const whose = route.user === "none" ? null : realmFor(access, parsed);
    if (route.user === "known" && whose !== null && !(await isThere(route, services, whose.realm))) throw new CortexError("unknown_user");
    const bytes = await readLines(request, response);
    // The handler of a route without a user is typed without these fields.
    const call = { ...parsed, ...whose, bytes, access, requestId: state.requestId, signal: hangUp(response) } as unknown as UserCall;
    const { reply, replayed } = await perform(route, services.idempotency, { request, call, json: parsed.json ?? keyedBody(route, call) });
    if (replayed) response.setHeader("idempotent-replay", "true");
    await send(response, reply);
  };
}

/** Of a user whom nobody can look for, a route that fails open says itself what it lacks. */
async function isThere(route: Route, { userExists }: RouteServices, realm: Realm): Promise<boolean> {
  try {
    return await userExists(realm);
  } catch (error) {
    if (route.failsOpen === true && CortexError.isInstance(error) && error.code === "store_unavailable") return true;
    throw error;
  }
}

function accessFor(route: Route, access: Access | null): Access {
  if (route.role === "public") return access ?? { ...LOCAL_ACCESS, roles: new Set() };
  if (access === null) throw new CortexError("unauthorized");
  requireRole(access, route.role);
  return access;
}

async function parseRequest(route: Route, readBody: BodyReader, { request, response }: { request: Request; response: Response }): Promise<Parsed> {
  const params = route.params === undefined ? {} : parseFields(route.params, request.params);
  const rawQuery = parseQuery(request.url);
  const query = route.query === undefined ? {} : parseNaming(route, route.query, rawQuery);
  if (route.body === undefined) return { json: null, body: {}, query, params };
  const json = await readJsonBody(request, response, readBody);
  return { json, body: parseNaming(route, route.body, json), query, params };
}

/** The older routes tell a missing user apart: there it was optional, and everybody's memory was searched. */
function parseNaming(route: Route, schema: NonNullable<Route["body"]>, value: unknown): unknown {
  const names = typeof value === "object" && value !== null && "user_id" in value && value.user_id !== "" && value.user_id !== null;
  if (route.errorStyle === "legacy" && route.user !== "none" && !names) throw new CortexError("missing_user");
  return parseFields(schema, value);
}

function realmFor(access: Access, { body, query }: Parsed): Pick<UserCall, "userId" | "realm" | "namespaces"> {
  const fields = { ...(query as object), ...(body as object) } as { user_id: string } & NamedNamespaces;
  requireUser(access, fields.user_id);
  const namespaces = allowedNamespaces(access, fields);
  return { userId: fields.user_id, namespaces, realm: realmOf(fields.user_id, namespaces) };
}

function hangUp(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function perform(route: Route, once: Idempotency, { request, call, json }: { request: Request; call: UserCall; json: unknown }): Promise<{ reply: Reply; replayed: boolean }> {
  const key = route.method === "POST" && route.user !== "none" ? idempotencyKey(request.headers["idempotency-key"]) : undefined;
  if (key === undefined || route.streams === true) return { reply: await route.handle(call), replayed: false };
  const scope = `${route.method} ${route.path} ${call.access.id}`;
  return await once.once({ key, userId: call.userId, scope, quotes: route.role === "read" || route.quotes === true, body: json }, () => route.handle(call));
}

/** Lines are read once the caller is known to have the role and the user: they may be many. */
function linesReader({ lines }: Route): (request: Request, response: Response) => Promise<Buffer> {
  if (lines === undefined) return async () => NO_BYTES;
  const read = bodyReader(lines.limitBytes);
  return async (request, response) => {
    requireType(request.headers["content-type"], Object.keys(lines.contents));
    return read(request, response);
  };
}

/** What tells one import from another: the fields and the lines. */
const keyedBody = (route: Route, { query, bytes }: UserCall): unknown => (route.lines === undefined ? null : [query, createHash("sha256").update(bytes).digest("hex")]);

async function send(response: Response, reply: Reply): Promise<void> {
  if (reply.stream !== undefined) return sendStream(response, reply, reply.stream);
  response.status(reply.status ?? 200);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.contentType === undefined) {
    response.type("application/json").send(JSON.stringify(reply.body));
  } else {
    response.setHeader("content-type", reply.contentType);
    response.send(String(reply.body));
  }
}
