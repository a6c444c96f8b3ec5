export { ingestRoutes } from "./ingest-routes.ts";
export type { IngestServices } from "./services.ts";
