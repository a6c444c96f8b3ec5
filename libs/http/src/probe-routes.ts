import { readinessResponse, toIso } from "@memory-cortex/models/wire";
import type { HealthReport } from "@memory-cortex/telemetry";
import { z } from "zod";

import { serviceRoute } from "./route.ts";
import type { Reply, Route } from "./route.ts";

export interface Probes {
  /** Asks every part how it is. */
  readiness(): Promise<HealthReport>;
  /** In the text format of Prometheus. */
  metrics(): Promise<string>;
}

const TAG = "Operations";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

/** What every process answers about itself: `/healthz`, `/readyz` and `/metrics`. */
export function probeRoutes({ readiness, metrics }: Probes): Route[] {
  const ready = { description: "Each part: ok, degraded or down, why, since when", schema: readinessResponse };
  return [
    serviceRoute({
      method: "GET", path: "/healthz", summary: "Whether the process answers", tag: TAG, role: "public", user: "none", unlimited: true,
      answers: { 200: { description: "It does", schema: z.object({ status: z.literal("ok") }) } },
      handle: async () => ({ body: { status: "ok" } }),
    }),
    serviceRoute({
      method: "GET", path: "/readyz", summary: "Whether each part can work", tag: TAG, role: "public", user: "none", unlimited: true,
      answers: { 200: ready, 503: { ...ready, description: "A part that nothing works without is down" } },
      handle: async () => readinessReply(await readiness()),
    }),
    serviceRoute({
      method: "GET", path: "/metrics", summary: "Figures for Prometheus", tag: TAG, role: "read", user: "none", unlimited: true,
      answers: { 200: { description: "Text format of Prometheus", contentType: PROMETHEUS } },
      handle: async () => ({ body: await metrics(), contentType: PROMETHEUS }),
    }),
  ];
}

function readinessReply({ status, parts }: HealthReport): Reply {
  const named = parts.map(({ part, since, ...state }) => [part, { ...state, since: toIso(since) }] as const);
  return { status: status === "down" ? 503 : 200, body: { status, parts: Object.fromEntries(named) } };
}
