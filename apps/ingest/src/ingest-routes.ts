import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { flushRequest, flushResponse, ingestRequest, ingestResponse } from "@memory-cortex/models";

import type { IngestServices } from "./services.ts";

const TAG = "Conversations";

/** Conversations in. */
export function ingestRoutes({ conversations }: IngestServices): Route[] {
  return [
    userRoute({
      method: "POST", path: "/ingest", summary: "Takes a conversation; the whole history may be sent each turn", tag: TAG, role: "write", user: "new",
      body: ingestRequest,
      answers: { 202: { description: "On disk, and found by words at once", schema: ingestResponse } },
      errors: ["revision_conflict"],
      handle: async ({ body, namespaces }) => ({ status: 202, body: await conversations.ingest({ ...body, namespace: namespaces[0] }) }),
    }),
    userRoute({
      method: "POST", path: "/v1/flush", summary: "Closes open windows and waits for derived work", tag: TAG, role: "write", user: "known",
      body: flushRequest,
      answers: { 200: { description: "Done, or what is still open when the time is up", schema: flushResponse } },
      handle: async ({ body }) => ({ body: await conversations.flush(body) }),
    }),
  ];
}
