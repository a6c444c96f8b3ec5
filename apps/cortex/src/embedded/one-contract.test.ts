import { conversationContract, openApiDocument } from "@memory-cortex/http";
import { ingestRoutes } from "@memory-cortex/ingest";
import type { IngestServices } from "@memory-cortex/ingest";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import type { RecallApiServices } from "@memory-cortex/recall-api";
import { expect, it } from "vitest";

/** Routes are described without being served: nothing of a service is asked for. */
const services = {} as RecallApiServices & IngestServices;

it("one process and several describe the same service", () => {
  const recall = recallApiRoutes(services);
  const embedded = openApiDocument([...ingestRoutes(services), ...recall], { version: "1" });
  const server = openApiDocument([...recall, ...Object.values(conversationContract)], { version: "1" });
  expect(Object.keys(server.paths ?? {})).toContain("/ingest");
  expect(server).toEqual(embedded);
});
