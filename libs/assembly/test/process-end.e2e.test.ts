import { freePort, startApp, untilHolds } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { startTraceCollector } from "./trace-collector.ts";
import type { TraceCollector } from "./trace-collector.ts";

interface Readiness {
  parts: Record<string, { status: string }>;
}

let traces: TraceCollector;
let environment: Record<string, string>;

beforeEach(async () => {
  traces = await startTraceCollector();
  const [bolt, redis] = [await freePort(), await freePort()];
  environment = { CORTEX_BOLT_URL: `bolt://127.0.0.1:${bolt}`, CORTEX_REDIS_URL: `redis://127.0.0.1:${redis}`, CORTEX_EMBEDDERS: '[{"kind": "none"}]', CORTEX_OTLP_URL: traces.url };
});
afterEach(() => traces.close());

describe("a process of the server shape, without database and Redis", () => {
  it.each(["recall-api", "ingest", "worker", "scheduler"] as const)("%s ends in good order on SIGTERM, its last spans sent", async (app) => {
    const process = await startApp({ app, environment });
    const modelsAre = async (status: string): Promise<boolean> => {
      const { parts } = (await (await fetch(`${process.url}/readyz`)).json()) as Readiness;
      return parts["models"]?.status === status;
    };
    if (app !== "scheduler") await untilHolds("the models", () => modelsAre("ok"));
    expect((await fetch(`${process.url}/healthz`)).status).toBe(200);
    expect(await process.end("SIGTERM")).toBe(0);
    expect(traces.spans().map(({ name, service }) => `${service} ${name}`)).toContain(`memory-cortex-${app} GET /healthz`);
  });
});
