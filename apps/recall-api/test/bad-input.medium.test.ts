import { badRequests, refusalFaults } from "@memory-cortex/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

import { recallApiRoutes } from "../src/index.ts";
import type { RecallApiServices } from "../src/index.ts";
import { BODY_LIMIT_BYTES, openService } from "./open-service.ts";
import type { Service } from "./open-service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
  await service.say("anna", ["I keep bees"]);
});
afterAll(() => service.close());

// Only the lines of the table are read here, so that each route is a test of its own.
const lines = recallApiRoutes({} as RecallApiServices).map(({ method, path }) => `${method} ${path}`);

it.each([...lines, "GET /openapi.json", "GET /docs"])("%s refuses what is wrong, and writes nothing", async (line) => {
  const { routes } = service.server;
  const route = routes.find(({ method, path }) => `${method} ${path}` === line)!;
  const bad = badRequests(route, { routes, knownUser: "anna", bodyLimitBytes: BODY_LIMIT_BYTES });
  expect(bad.length).toBeGreaterThan(route.body === undefined ? 3 : 40);
  service.writes.length = 0;
  const faults: string[] = [];
  for (const request of bad) faults.push(...(await refusalFaults(service.url, route, request)));
  expect(faults).toEqual([]);
  expect(service.writes).toEqual([]);
  expect(await service.store.users()).toEqual(["anna"]);
});
