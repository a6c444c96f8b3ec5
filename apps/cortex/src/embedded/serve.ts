import type { CortexConfig } from "@memory-cortex/config";
import { createHttpServer } from "@memory-cortex/http";
import type { HttpServer, Route } from "@memory-cortex/http";
import type { Clock, IdSource } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import type { Logger, Metrics } from "@memory-cortex/telemetry";

import { VERSION } from "../version.ts";

export interface ServeParts {
  routes: readonly Route[];
  config: CortexConfig;
  store: Store;
  clock: Clock;
  ids: IdSource;
  log: Logger;
  metrics: Metrics;
}

/** The HTTP server over the routes of all apps, with its settings, figures and log lines. */
export function serve({ routes, config, store, clock, ids, log, metrics }: ServeParts): HttpServer {
  return createHttpServer({
    routes,
    version: VERSION,
    store,
    clock,
    ids,
    tokens: config.tokens,
    bodyLimitBytes: config.bodyLimitBytes,
    rateLimitPerSecond: config.rateLimitPerSecond,
    rateLimitBurst: config.rateLimitBurst,
    onRequest(event) {
      const { method, route, status, durationMs } = event;
      metrics.httpSeconds.observe({ method, route, status: String(status) }, durationMs / 1_000);
      log.info(event, "request");
    },
    onFailure: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
  });
}
