import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { capturePreviewRequest, capturePreviewResponse, flushRequest, flushResponse, ingestRequest, ingestResponse } from "@memory-cortex/models";

import type { IngestServices } from "./services.ts";

const TAG = "Conversations";

/** Conversations in. */
export function ingestRoutes({ conversations, preview }: IngestServices): Route[] {
  return [
    userRoute({
      method: "POST", path: "/ingest", summary: "Takes a conversation; the whole history may be sent each turn", tag: TAG, role: "write", user: "new",
      body: ingestRequest,
      answers: { 202: { description: "On disk, and found by words at once", schema: ingestResponse } },
      errors: ["revision_conflict"],
      handle: async ({ body, namespaces }) => ({ status: 202, body: await conversations.ingest({ ...body, namespace: namespaces[0] }) }),
    }),
    userRoute({
      method: "POST", path: "/v1/capture/preview", summary: "What a capture would remember and why not the rest; keeps nothing", tag: TAG, role: "write", user: "new",
      body: capturePreviewRequest,
      answers: { 200: { description: "What would become of it", schema: capturePreviewResponse } },
      handle: async ({ body, namespaces, signal }) => ({ body: await preview({ ...body, namespace: namespaces[0] }, signal) }),
    }),
    userRoute({
      method: "POST", path: "/v1/flush", summary: "Closes open windows and waits for derived work", tag: TAG, role: "write", user: "known",
      body: flushRequest,
      answers: { 200: { description: "Done, or what is still open when the time is up", schema: flushResponse } },
      handle: async ({ body }) => ({ body: await conversations.flush(body) }),
    }),
  ];
}
