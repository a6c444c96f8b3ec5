import { serviceRoute, userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { hybridSearchRequest, hybridSearchResponse, legacyHealthResponse, legacyRecallRequest, legacyRecallResponse, legacyRecentQuery, legacyRecentResponse, legacySearchQuery, legacyStats as legacyStatsSchema, legacyStoreRequest, legacyStoreResponse, rememberRequest, toIso } from "@memory-cortex/models/wire";

import type { RecallApiServices } from "../services.ts";
import { extractiveResponse } from "./extractive-response.ts";
import { importanceFromLegacy } from "./importance.ts";
import { toLegacyRecord } from "./legacy-fact.ts";
import { legacySearch } from "./legacy-search.ts";
import { legacyStats } from "./legacy-stats.ts";

const COMMON = { tag: "The older middleware's routes", errorStyle: "legacy" } as const;
const NO_RESULTS = { results: [], count: 0 };
/** How many facts the answer of `/recall` may rest on. */
const FACTS_OF_RECALL = 8;

type LegacyServices = Pick<RecallApiServices, "recall" | "memories" | "store" | "clock" | "readiness">;

/** The routes of the older middleware, with its names and numbers; unlike there, each names its user. */
export function legacyRoutes(services: LegacyServices): Route[] {
  return [...questionRoutes(services), storeRoute(services), recentRoute(services), ...figureRoutes(services)];
}

function questionRoutes(services: LegacyServices): Route[] {
  return [
    userRoute({
      ...COMMON, method: "POST", path: "/hybrid-search", summary: "Facts that fit a query", role: "read", user: "known",
      body: hybridSearchRequest, whenUnknownUser: NO_RESULTS,
      answers: { 200: { description: "Best first", schema: hybridSearchResponse } },
      handle: async (call) => {
        const { facts } = await legacySearch(services, call, call.body);
        return { body: { results: facts, count: facts.length } };
      },
    }),
    userRoute({
      ...COMMON, method: "GET", path: "/search", summary: "Facts that fit a query", role: "read", user: "known",
      query: legacySearchQuery, whenUnknownUser: NO_RESULTS,
      answers: { 200: { description: "Best first", schema: hybridSearchResponse } },
      handle: async (call) => {
        const { facts } = await legacySearch(services, call, { query: call.query.q, limit: call.query.limit });
        return { body: { results: facts, count: facts.length } };
      },
    }),
    userRoute({
      ...COMMON, method: "POST", path: "/recall", summary: "What is known about a query, as text", role: "read", user: "known",
      body: legacyRecallRequest, whenUnknownUser: { response: "", memories_searched: 0, memories_used: 0 },
      answers: { 200: { description: "The best facts, one a line, in the words they were kept in", schema: legacyRecallResponse } },
      handle: async (call) => {
        const { facts, searched } = await legacySearch(services, call, { query: call.body.query, limit: FACTS_OF_RECALL });
        return { body: { response: extractiveResponse(facts), memories_searched: Math.max(searched, facts.length), memories_used: facts.length } };
      },
    }),
  ];
}

function storeRoute({ memories }: LegacyServices): Route {
  return userRoute({
    ...COMMON, method: "POST", path: "/store", summary: "Keeps a fact", role: "write", user: "new",
    body: legacyStoreRequest,
    answers: { 200: { description: "Kept", schema: legacyStoreResponse } },
    handle: async ({ body, userId, realm, namespaces }) => {
      const statement = rememberRequest.parse({ content: body.fact, user_id: userId, topic: body.topic, importance: importanceFromLegacy(body.importance) });
      await memories.remember(realm, { ...statement, namespace: namespaces[0] });
      return { body: { status: "stored", count: 1 } };
    },
  });
}

function recentRoute({ store, clock }: LegacyServices): Route {
  return userRoute({
    ...COMMON, method: "GET", path: "/recent", summary: "The newest facts", role: "read", user: "known",
    query: legacyRecentQuery, whenUnknownUser: NO_RESULTS,
    answers: { 200: { description: "Newest first", schema: legacyRecentResponse } },
    handle: async ({ query, userId, realm }) => {
      const { items } = await store.listMemories(realm, { includeHistory: false, now: clock.now() }, { limit: query.limit });
      const results = items.map((memory) => ({ ...toLegacyRecord(userId, memory), created_at: toIso(memory.createdAt) }));
      return { body: { results, count: results.length } };
    },
  });
}

function figureRoutes(services: LegacyServices): Route[] {
  return [
    serviceRoute({
      ...COMMON, method: "GET", path: "/health", summary: "State and figures", role: "read", user: "none",
      answers: { 200: { description: "State and figures", schema: legacyHealthResponse } },
      handle: async ({ access }) => {
        const [{ status }, stats] = await Promise.all([services.readiness(), legacyStats(services, access)]);
        return { body: { status, timestamp: toIso(services.clock.now()), stats } };
      },
    }),
    serviceRoute({
      ...COMMON, method: "GET", path: "/stats", summary: "Figures over all users that the token may see", role: "read", user: "none",
      answers: { 200: { description: "Figures", schema: legacyStatsSchema } },
      handle: async ({ access }) => ({ body: await legacyStats(services, access) }),
    }),
  ];
}
