import { serviceRoute, userRoute } from "@memory-cortex/http";
import type { Call, Route } from "@memory-cortex/http";
import { readinessResponse, realmOf, statsQuery, statsResponse, toIso, toIsoOrNull, wholeUser } from "@memory-cortex/models";
import type { LlmUsage } from "@memory-cortex/store";
import type { HealthReport } from "@memory-cortex/telemetry";
import { z } from "zod";

import type { RecallApiServices } from "../services.ts";

const TAG = "Operations";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

/** Probes and figures. */
export function operationRoutes(services: Pick<RecallApiServices, "store" | "clock" | "readiness" | "metrics">): Route[] {
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
      handle: async () => readinessReply(await services.readiness()),
    }),
    serviceRoute({
      method: "GET", path: "/metrics", summary: "Figures for Prometheus", tag: TAG, role: "read", user: "none", unlimited: true,
      answers: { 200: { description: "Text format of Prometheus", contentType: PROMETHEUS } },
      handle: async () => ({ body: await services.metrics(), contentType: PROMETHEUS }),
    }),
    statsRoute(services),
  ];
}

function readinessReply({ status, parts }: HealthReport) {
  const named = parts.map(({ part, since, ...state }) => [part, { ...state, since: toIso(since) }] as const);
  return { status: status === "down" ? 503 : 200, body: { status, parts: Object.fromEntries(named) } };
}

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;

const usageSince = (now: number): number => (Math.floor(now / DAY_MS) - USAGE_DAYS) * DAY_MS;

function toUsageView({ purpose, model, calls, failed, unpriced, ...sums }: LlmUsage) {
  return {
    purpose, model, calls, failed, input_tokens: sums.inputTokens, output_tokens: sums.outputTokens, cache_read_tokens: sums.cacheReadTokens,
    cache_write_tokens: sums.cacheWriteTokens, cost_usd: sums.costUsd, unpriced, mean_latency_ms: Math.round(sums.latencyMs / calls),
  };
}

function statsRoute({ store, clock }: Pick<RecallApiServices, "store" | "clock">): Route {
  return userRoute({
    method: "GET", path: "/v1/stats", summary: "Figures of a user over all namespaces", tag: TAG, role: "read", user: "known",
    query: statsQuery,
    answers: { 200: { description: "Figures", schema: statsResponse } },
    handle: async ({ userId, access }) => {
      const realm = statsRealm(userId, access);
      const [stats, usage] = await Promise.all([store.stats(realm), store.llmUsage(realm, { since: usageSince(clock.now()) })]);
      return {
        body: {
          user_id: userId,
          total_memories: stats.memories,
          active_memories: stats.activeMemories,
          turns: stats.turns,
          sessions: stats.sessions,
          topics: stats.topics,
          by_type: stats.byType,
          by_lifetime: stats.byLifetime,
          oldest_at: toIsoOrNull(stats.oldestAt),
          newest_at: toIsoOrNull(stats.newestAt),
          open_turns: stats.openTurns,
          improvable_turns: stats.improvableTurns,
          entities: stats.entities,
          relations: stats.relations,
          open_conflicts: stats.openConflicts,
          language_models: usage.map(toUsageView),
          storage_bytes: stats.storageBytes,
        },
      };
    },
  });
}

/** A whole user, or as much of it as the token may see. */
export function statsRealm(userId: string, access: Call["access"]): ReturnType<typeof wholeUser> {
  return access.namespaces === null ? wholeUser(userId) : realmOf(userId, access.namespaces);
}
