import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { isLoopback } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";
import type { Clock, IdSource } from "@memory-cortex/models";
import type { Express } from "express";

import { documentationRoutes } from "./documentation-routes.ts";
import { PROBLEM_TYPE, toProblem } from "./error-body.ts";
import { expressApp } from "./express-app.ts";
import type { AroundRequest, RequestEvent } from "./express-app.ts";
import { idempotency } from "./idempotency.ts";
import type { IdempotencyStore } from "./idempotency.ts";
import { bodyReader } from "./json-body.ts";
import { knownUsers } from "./known-users.ts";
import { rateLimit } from "./rate-limit.ts";
import { checkRoutes } from "./route-table.ts";
import type { Route, RouteShape } from "./route.ts";
import { tokenTable } from "./token-table.ts";

export interface HttpServerOptions {
  /** The route table; `/openapi.json` and `/docs` are made from it and added. */
  routes: readonly Route[];
  /** Routes that other processes behind the same address serve: documented here as well, so that a client sees one service. */
  alsoDocumented?: readonly RouteShape[];
  /** Version shown in the documentation. */
  version: string;
  /** Needed as soon as a route names a user. */
  store?: IdempotencyStore;
  /** How long it may take to find out whether a user is there, before the request fails with `store_unavailable`. Default: as long as the store takes. */
  userLimitMs?: number;
  clock: Clock;
  /** Milliseconds with fractions, for the time of a request. Default `performance.now`. */
  monotonic?: () => number;
  ids: IdSource;
  /** Without any, only a loopback bind is taken. */
  tokens: CortexConfig["tokens"];
  bodyLimitBytes: number;
  /** 0 is no limit. */
  rateLimitPerSecond: number;
  rateLimitBurst: number;
  /** How long a second request waits for the first with the same Idempotency-Key. Default 30 s. */
  idempotencyWaitMs?: number;
  onRequest?: (event: RequestEvent) => void;
  onFailure?: (error: unknown, requestId: string | null) => void;
  /** Runs each request inside of something that holds while it is answered, as a span of a trace. */
  around?: AroundRequest;
}

export interface HttpServer {
  /** The whole table, documentation included. */
  readonly routes: readonly Route[];
  readonly app: Express;
  /** Throws `unsafe_bind`, or `port_taken`. Port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<{ url: string; port: number }>;
  /** Takes no new requests, lets running ones end for up to `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** A request must be whole within this time, so that slow senders cannot hold connections. */
const REQUEST_TIMEOUT_MS = 60_000;
const CLOSE_CHECK_MS = 10;

/** Assembles routes, guards and documentation to one server. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { clock, ids } = options;
  const onFailure = options.onFailure ?? (() => undefined);
  const routes = [...options.routes, ...documentationRoutes([...options.routes, ...(options.alsoDocumented ?? [])], options.version)];
  checkRoutes(routes);
  const store = options.store ?? withoutUsers(options.routes);
  const app = expressApp({
    routes,
    monotonic: options.monotonic ?? (() => performance.now()),
    ids,
    tokens: tokenTable(options.tokens),
    limit: rateLimit({ perSecond: options.rateLimitPerSecond, burst: options.rateLimitBurst, clock }),
    services: {
      userExists: knownUsers(store, { clock, limitMs: options.userLimitMs }),
      readBody: bodyReader(options.bodyLimitBytes),
      idempotency: idempotency({
        store,
        clock,
        ids,
        onSaveFailure: (error) => onFailure(error, null),
        ...(options.idempotencyWaitMs === undefined ? {} : { waitMs: options.idempotencyWaitMs }),
      }),
    },
    onRequest: (event) => options.onRequest?.(event),
    around: options.around ?? ((_begun, work) => work()),
    onFailure,
  });
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, app);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerUnreadable(error, socket, ids));
  return {
    routes,
    app,
    listen: async ({ host, port }) => {
      if (options.tokens.length === 0 && !isLoopback(host)) throw new CortexError("unsafe_bind");
      return await listen(server, host, port);
    },
    close: (graceMs) => close(server, graceMs),
  };
}

/** The store of a server whose routes name no user: never asked. Throws `internal` when one does. */
function withoutUsers(routes: readonly Route[]): IdempotencyStore {
  const asking = routes.find(({ user }) => user !== "none");
  if (asking !== undefined) throw new CortexError("internal", { detail: `${asking.method} ${asking.path} names a user, but the server has no store.` });
  return { userExists: async () => false, reserveIdempotent: async () => ({ outcome: "reserved" }), releaseIdempotent: async () => undefined, saveIdempotent: async () => undefined };
}

async function listen(server: Server, host: string, port: number): Promise<{ url: string; port: number }> {
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once("error", (error: NodeJS.ErrnoException) => {
    reject(new CortexError(error.code === "EADDRINUSE" ? "port_taken" : "config_invalid", { detail: `Cannot listen on ${host}:${port} (${error.code ?? "unknown"}).`, cause: error }));
  });
  server.listen({ host: bare, port }, () => resolve(undefined));
  await promise;
  const taken = (server.address() as AddressInfo).port;
  return { url: `http://${bare.includes(":") ? `[${bare}]` : bare}:${taken}`, port: taken };
}

async function close(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => resolve(undefined));
  server.closeIdleConnections();
  // A connection whose last request ends now would be kept for the next one that never comes.
  const closeWhatEnded = setInterval(() => server.closeIdleConnections(), CLOSE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(timer);
  clearInterval(closeWhatEnded);
}

/** Bytes that are no HTTP request never reach Express; they get an answer of the same form. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, ids: IdSource): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = ids.next();
  const body = JSON.stringify(toProblem(new CortexError("malformed_request"), requestId));
  const head = ["HTTP/1.1 400 Bad Request", `content-type: ${PROBLEM_TYPE}`, `content-length: ${Buffer.byteLength(body)}`, `x-request-id: ${requestId}`, "connection: close"];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
