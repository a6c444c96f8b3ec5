import { probeRoutes, userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { statsQuery, statsResponse, toIsoOrNull } from "@memory-cortex/models/wire";
import type { LlmUsage } from "@memory-cortex/store";

import type { RecallApiServices } from "../services.ts";
import { everythingOf } from "./everything-of.ts";

const TAG = "Operations";

/** Probes and figures. */
export function operationRoutes(services: Pick<RecallApiServices, "store" | "clock" | "readiness" | "metrics">): Route[] {
  return [...probeRoutes(services), statsRoute(services)];
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
      const realm = everythingOf(userId, access);
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

