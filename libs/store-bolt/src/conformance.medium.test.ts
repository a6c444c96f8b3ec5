import { storeConformance, T0 } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, vi } from "vitest";

import { openBoltStore } from "./open-bolt-store.ts";

const found = await findNeo4jClassPath();

// Random histories are hundreds of transactions, each with a few round trips.
vi.setConfig({ testTimeout: 240_000 });

describe.skipIf("missing" in found)("on a real Neo4j", () => {
  let server: Neo4jServer;
  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
  }, 120_000);
  afterAll(() => server.stop());

  const open = ({ clock }: { clock: { now(): number } }): Promise<Store> => openBoltStore({ url: server.url, clock });

  const reopen = async (store: Store): Promise<Store> => {
    await store.close();
    return open({ clock: { now: () => T0 } });
  };

  storeConformance({ name: "The store over Bolt", open, reopen });
});
