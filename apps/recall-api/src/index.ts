export { recallApiRoutes } from "./recall-api-routes.ts";
export type { MemoryService, RecallApiServices } from "./services.ts";
