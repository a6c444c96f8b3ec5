import type { Route } from "@memory-cortex/http";

import { legacyRoutes } from "./legacy/legacy-routes.ts";
import { conflictRoutes } from "./routes/conflict-routes.ts";
import { conversationRoutes } from "./routes/conversation-routes.ts";
import { entityRoutes } from "./routes/entity-routes.ts";
import { forgetRoutes } from "./routes/forget-routes.ts";
import { memoryRoutes } from "./routes/memory-routes.ts";
import { operationRoutes } from "./routes/operation-routes.ts";
import { recallRoutes } from "./routes/recall-routes.ts";
import { transferRoutes } from "./routes/transfer-routes.ts";
import type { RecallApiServices } from "./services.ts";

/** Every route of this app. `/openapi.json` and `/docs` are added by the server, over the routes of all its apps. */
export function recallApiRoutes(services: RecallApiServices): Route[] {
  return [
    ...recallRoutes(services),
    ...memoryRoutes(services),
    ...conflictRoutes(services),
    ...entityRoutes(services),
    ...conversationRoutes(services),
    ...forgetRoutes(services),
    ...transferRoutes(services),
    ...operationRoutes(services),
    ...legacyRoutes(services),
  ];
}
