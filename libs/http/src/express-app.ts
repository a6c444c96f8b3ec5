import { CortexError } from "@memory-cortex/models";
import type { IdSource } from "@memory-cortex/models";
import { isTraceparent } from "@memory-cortex/telemetry";
import express from "express";
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from "express";

import { authenticate } from "./authenticate.ts";
import { handleRoute } from "./handle-route.ts";
import type { RouteServices } from "./handle-route.ts";
import { toCortexError } from "./http-errors.ts";
import type { RateLimit } from "./rate-limit.ts";
import { requestIdOf } from "./request-id.ts";
import { setState, stateOf } from "./request-state.ts";
import type { Method, Route } from "./route.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { sendError } from "./send-error.ts";
import type { TokenTable } from "./token-table.ts";

/** One answered request, for logs and metrics: no query string, no body. */
export interface RequestEvent {
  requestId: string;
  method: string;
  /** Path of the route table, or "unknown". */
  route: string;
  status: number;
  code: string | null;
  durationMs: number;
}

/** One request as it begins. */
export interface BegunRequest {
  requestId: string;
  method: string;
  /** The caller's header `traceparent`, if it is one. */
  traceparent: string | undefined;
}

/** Calls the work at once, which resolves when the request is answered or cut off. */
export type AroundRequest = (begun: BegunRequest, work: () => Promise<RequestEvent>) => unknown;

export interface AppParts {
  routes: readonly Route[];
  services: RouteServices;
  tokens: TokenTable;
  limit: RateLimit;
  monotonic: () => number;
  ids: IdSource;
  onRequest: (event: RequestEvent) => void;
  around: AroundRequest;
  /** Every error of status 500 and above, with its cause. */
  onFailure: (error: CortexError, requestId: string) => void;
}

/** OpenAPI's `{id}` as Express writes it. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The whole path of a request: identify, headers, caller, limit, route, and errors at the end. */
export function expressApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").disable("query parser").enable("case sensitive routing");
  app.use(begin(parts), identifyCaller(parts));
  mountRoutes(app, parts);
  app.use(requireKnownCaller, () => {
    throw new CortexError("unknown_route");
  });
  app.use(answerError(parts));
  return app;
}

function begin({ monotonic, ids, onRequest, around }: AppParts): RequestHandler {
  return (request, response, next) => {
    const state = { requestId: requestIdOf(request.headers["x-request-id"], ids), startedAt: monotonic(), access: null, route: null, code: null };
    setState(response, state);
    response.set({ "x-request-id": state.requestId, ...SECURITY_HEADERS });
    const answered = Promise.withResolvers<RequestEvent>();
    response.once("close", () => {
      const { requestId, startedAt, route, code } = stateOf(response);
      const event = { requestId, method: request.method, route: route?.path ?? "unknown", status: response.statusCode, code, durationMs: monotonic() - startedAt };
      onRequest(event);
      answered.resolve(event);
    });
    const { traceparent } = request.headers;
    around({ requestId: state.requestId, method: request.method, traceparent: isTraceparent(traceparent) ? traceparent : undefined }, () => {
      next();
      return answered.promise;
    });
  };
}

/** Finds out who calls and holds back who calls too often; a missing token is the route's concern, as some routes are public. */
function identifyCaller({ tokens, limit, routes }: AppParts): RequestHandler {
  const unlimited = new Set(routes.filter((route) => route.unlimited === true).map((route) => route.path));
  return (request, response, next) => {
    const access = authenticate(request, tokens);
    stateOf(response).access = access;
    const client = access === null || tokens.size === 0 ? (request.socket.remoteAddress ?? "unknown") : access.id;
    const wait = unlimited.has(request.path) ? 0 : limit.take(client);
    if (wait > 0) throw new CortexError("rate_limited", { retryAfterSeconds: wait });
    next();
  };
}

function mountRoutes(app: Express, { routes, services }: AppParts): void {
  const methods = new Map<string, Method[]>();
  for (const route of routes) {
    const verb = route.method.toLowerCase() as "get" | "post" | "put" | "delete";
    app[verb](expressPath(route.path), handleRoute(route, services));
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  }
  for (const [path, allowed] of methods) {
    const listed = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])].join(", ");
    app.route(expressPath(path)).all(requireKnownCaller, (_request: Request, response: Response) => {
      response.setHeader("allow", listed);
      throw new CortexError("method_not_allowed");
    });
  }
}

/** Which routes there are is told only to callers with a token. */
const requireKnownCaller: RequestHandler = (_request, response, next) => {
  if (stateOf(response).access === null) throw new CortexError("unauthorized");
  next();
};

function answerError({ routes, onFailure }: AppParts): ErrorRequestHandler {
  const legacyPaths = new Set(routes.filter((route) => route.errorStyle === "legacy").map((route) => route.path));
  // Express tells an error handler by its four parameters.
  // eslint-disable-next-line max-params
  return (thrown: unknown, request, response, _next) => {
    const error = toCortexError(thrown);
    if (error.status >= 500) onFailure(error, stateOf(response).requestId);
    if (response.headersSent) response.destroy();
    else sendError(response, error, legacyPaths.has(request.path));
  };
}
