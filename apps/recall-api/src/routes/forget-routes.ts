import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { forgetRequest, forgetResponse, searchRequest } from "@memory-cortex/models/wire";
import type { ForgetRequest } from "@memory-cortex/models";

import type { RecallApiServices } from "../services.ts";
import { asNamedOf } from "./everything-of.ts";

/** What a search looks at for a request to forget; nobody waits for it with an agent. */
const FOUND = 50;
const DEADLINE_MS = 5_000;

async function find({ recall }: Pick<RecallApiServices, "recall">, { user_id, query }: Pick<ForgetRequest, "user_id"> & { query: string }, namespaces: readonly string[]): Promise<{ id: string; score: number }[]> {
  const request = searchRequest.parse({ user_id, query, namespaces, kinds: ["memory", "turn"], include_history: true, limit: FOUND, deadline_ms: DEADLINE_MS });
  return (await recall.search(request)).items.map(({ id, score }) => ({ id, score }));
}

/** Erasing for good, by what is known of it. */
export function forgetRoutes(services: Pick<RecallApiServices, "forgetting" | "recall">): Route[] {
  return [
    userRoute({
      method: "POST", path: "/v1/forget", summary: "Erases for good by session, source, words or ids; shows what would go unless dry_run is false", tag: "Memories", role: "write", user: "known",
      body: forgetRequest, quotes: true,
      answers: { 200: { description: "What went, or would go", schema: forgetResponse } },
      handle: async (call) => {
        const { body, namespaces } = call;
        return { body: await services.forgetting.forget({ realm: asNamedOf(call), request: body, find: (query) => find(services, { ...body, query }, namespaces) }) };
      },
    }),
  ];
}
