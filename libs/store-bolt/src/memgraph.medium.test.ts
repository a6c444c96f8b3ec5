import { readFileSync } from "node:fs";

import { storeConformance, T0 } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import { GenericContainer, getContainerRuntimeClient, Wait } from "testcontainers";
import type { StartedTestContainer } from "testcontainers";
import { afterAll, beforeAll, describe, vi } from "vitest";

import { openBoltStore } from "./open-bolt-store.ts";

const BOLT = 7687;
const COMPOSE = readFileSync(new URL("../../../docker-compose.yml", import.meta.url), "utf8");

/** As the compose file pins and starts it, without its password and folders. */
const image = /image: (memgraph\/\S+)/.exec(COMPOSE)?.[1] ?? "";
const flags = COMPOSE.match(/--(storage|isolation|query|telemetry)-[\w-]+=\w+/g) ?? [];

const engine = await getContainerRuntimeClient().then(
  () => true,
  () => false,
);

// Random histories are hundreds of transactions, each with a few round trips.
vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(!engine)("on a real Memgraph", () => {
  let server: StartedTestContainer;
  beforeAll(async () => {
    server = await new GenericContainer(image).withCommand(flags).withExposedPorts(BOLT).withWaitStrategy(Wait.forListeningPorts()).start();
  }, 600_000);
  afterAll(() => server.stop());

  const open = ({ clock }: { clock: { now(): number } }): Promise<Store> => openBoltStore({ url: `bolt://${server.getHost()}:${server.getMappedPort(BOLT)}`, clock });

  const reopen = async (store: Store): Promise<Store> => {
    await store.close();
    return open({ clock: { now: () => T0 } });
  };

  storeConformance({ name: "The store over Bolt", open, reopen });
});
