import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { deleteRecordQuery, deleteResponse, historyResponse, listMemoriesQuery, listMemoriesResponse, memoryView, oneRecordParams, oneRecordQuery, rememberRequest, rememberResponse, updateRequest } from "@memory-cortex/models/wire";
import type { ListMemoriesQuery } from "@memory-cortex/models";
import type { MemoryFilter } from "@memory-cortex/store";

import type { RecallApiServices } from "../services.ts";

const TAG = "Memories";

/** Statements, one by one. */
export function memoryRoutes(services: Pick<RecallApiServices, "memories" | "store" | "clock">): Route[] {
  return [rememberRoute(services), listRoute(services), ...singleRoutes(services)];
}

function rememberRoute({ memories }: Pick<RecallApiServices, "memories">): Route {
  return userRoute({
    method: "POST", path: "/v1/remember", summary: "Keeps a statement", tag: TAG, role: "write", user: "new",
    body: rememberRequest,
    answers: { 201: { description: "What became of it", schema: rememberResponse } },
    errors: ["memory_ended", "forgotten"],
    handle: async ({ body, realm, namespaces }) => ({ status: 201, body: await memories.remember(realm, { ...body, namespace: namespaces[0] }) }),
  });
}

function listRoute({ memories, store, clock }: Pick<RecallApiServices, "memories" | "store" | "clock">): Route {
  return userRoute({
    method: "GET", path: "/v1/memories", summary: "Memories, newest first", tag: TAG, role: "read", user: "known",
    query: listMemoriesQuery,
    answers: { 200: { description: "One page", schema: listMemoriesResponse } },
    handle: async ({ query, realm }) => {
      const page = { limit: query.limit, ...(query.cursor === undefined ? {} : { cursor: query.cursor }) };
      const { items, next } = await store.listMemories(realm, filterOf(query, clock.now()), page);
      return { body: { memories: items.map((memory) => memories.toMemoryView(memory)), next_cursor: next } };
    },
  });
}

function filterOf(query: ListMemoriesQuery, now: number): MemoryFilter {
  const lifetime = query.lifetime ?? query.scope;
  return {
    includeHistory: query.include_history,
    now,
    ...(query.type === undefined ? {} : { type: query.type }),
    ...(lifetime === undefined ? {} : { lifetime }),
    ...(query.project === undefined ? {} : { project: query.project }),
    ...(query.tags === undefined ? {} : { tags: query.tags }),
  };
}

function singleRoutes({ memories, store }: Pick<RecallApiServices, "memories" | "store">): Route[] {
  const path = "/v1/memories/{id}";
  return [
    userRoute({
      method: "GET", path, summary: "One memory", tag: TAG, role: "read", user: "known",
      params: oneRecordParams, query: oneRecordQuery,
      answers: { 200: { description: "The memory, also when it is retired", schema: memoryView } },
      handle: async ({ params, realm }) => {
        const memory = await store.getMemory(realm, params.id);
        if (memory === null) throw new CortexError("not_found");
        return { body: memories.toMemoryView(memory) };
      },
    }),
    userRoute({
      method: "GET", path: `${path}/history`, summary: "All versions of a memory, oldest first", tag: TAG, role: "read", user: "known",
      params: oneRecordParams, query: oneRecordQuery,
      answers: { 200: { description: "What it took the place of, and what took its place", schema: historyResponse } },
      handle: async ({ params, realm }) => {
        const versions = await store.history(realm, params.id);
        if (versions.length === 0) throw new CortexError("not_found");
        return { body: { versions: versions.map((memory) => memories.toMemoryView(memory)) } };
      },
    }),
    userRoute({
      method: "PUT", path, summary: "Makes a new version; fields that are left out keep their value", tag: TAG, role: "write", user: "known",
      params: oneRecordParams, query: oneRecordQuery, body: updateRequest,
      answers: { 200: { description: "The new version, with an id of its own", schema: memoryView } },
      errors: ["memory_ended"],
      handle: async ({ params, body, realm }) => ({ body: memories.toMemoryView(await memories.update(realm, params.id, body)) }),
    }),
    userRoute({
      method: "DELETE", path, summary: "Retires a memory; with forget=true erases it", tag: TAG, role: "write", user: "known",
      params: oneRecordParams, query: deleteRecordQuery,
      answers: { 200: { description: "What became of it", schema: deleteResponse } },
      handle: async ({ params, query, realm }) => {
        await (query.forget ? memories.erase(realm, params.id) : memories.retire(realm, params.id));
        return { body: { id: params.id, status: query.forget ? "erased" : "retired" } };
      },
    }),
  ];
}
