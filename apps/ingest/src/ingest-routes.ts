import { conversationContract, userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";

import type { IngestServices } from "./services.ts";

/** Conversations in. */
export function ingestRoutes({ conversations, preview }: IngestServices): Route[] {
  return [
    userRoute({
      ...conversationContract.ingest,
      handle: async ({ body, namespaces }) => ({ status: 202, body: await conversations.ingest({ ...body, namespace: namespaces[0] }) }),
    }),
    userRoute({
      ...conversationContract.preview,
      handle: async ({ body, namespaces, signal }) => ({ body: await preview({ ...body, namespace: namespaces[0] }, signal) }),
    }),
    userRoute({
      ...conversationContract.flush,
      handle: async ({ body }) => ({ body: await conversations.flush(body) }),
    }),
  ];
}
