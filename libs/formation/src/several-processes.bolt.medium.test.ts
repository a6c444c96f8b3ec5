import { openBoltStore } from "@memory-cortex/store-bolt";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import { describe, vi } from "vitest";

import { severalProcesses } from "../test/several-processes.ts";

// A cold server plans every statement once, and each case runs formation dozens of times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const found = await findNeo4jClassPath();

describe.skipIf("missing" in found)("on a real Neo4j", () => {
  severalProcesses("a store over Bolt", async () => {
    const server = await startNeo4j(found as { classPath: string });
    const clock = { time: Date.UTC(2026, 4, 14), now: () => clock.time };
    const store = await openBoltStore({ url: server.url, clock });
    return {
      store,
      clock,
      async close() {
        await store.close();
        await server.stop();
      },
    };
  });
});
