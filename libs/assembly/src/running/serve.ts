import { createHttpServer } from "@memory-cortex/http";
import type { HttpServer, Route, RouteShape } from "@memory-cortex/http";
import type { Store } from "@memory-cortex/store";
import { correlated } from "@memory-cortex/telemetry";

import { VERSION } from "../version.ts";
import type { Base } from "./base.ts";

export interface Served {
  routes: readonly Route[];
  /** Routes that other processes behind the same address serve: documented here, for a client that sees one service. */
  alsoDocumented?: readonly RouteShape[];
  /** Not needed where no route names a user. */
  store?: Store;
  /** Of a store that may be away: how long a request waits to find out whether its user is there. */
  userLimitMs?: number;
}

/** The HTTP server over routes, with its settings, figures, log lines and spans. */
export function serve({ config, clock, ids, monotonic, log, metrics, tracing }: Base, { routes, alsoDocumented, store, userLimitMs }: Served): HttpServer {
  return createHttpServer({
    routes,
    ...(alsoDocumented === undefined ? {} : { alsoDocumented }),
    ...(store === undefined ? {} : { store }),
    ...(userLimitMs === undefined ? {} : { userLimitMs }),
    version: VERSION,
    clock,
    ids,
    monotonic,
    tokens: config.tokens,
    bodyLimitBytes: config.bodyLimitBytes,
    rateLimitPerSecond: config.rateLimitPerSecond,
    rateLimitBurst: config.rateLimitBurst,
    onRequest(event) {
      const { method, route, status, durationMs } = event;
      metrics.httpSeconds.observe({ method, route, status: String(status) }, durationMs / 1_000);
      log.info(event, "request");
    },
    onFailure: (error, requestId) => log.error({ err: error, ...(requestId === null ? {} : { requestId }) }, "request failed"),
    around: ({ requestId, method, traceparent }, work) =>
      correlated({ requestId }, () =>
        tracing.span({ name: method, kind: "server", parent: traceparent }, async (span) => {
          const { route, status, code } = await work();
          span.rename(`${method} ${route}`);
          span.set({ "http.request.method": method, "http.route": route, "http.response.status_code": status });
          if (status >= 500) span.fail(code ?? "cut_off");
        }),
      ),
  });
}
