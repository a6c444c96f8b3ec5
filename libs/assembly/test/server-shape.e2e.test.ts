import type { FlushResponse, IngestResponse, MemoryView, RecallResponse } from "@memory-cortex/models";
import { findNeo4jClassPath, findRedisServer, freePort, startNeo4j, startRedis, startServerShape, untilHolds } from "@memory-cortex/testing/servers";
import type { AppProcess, Neo4jServer, RedisServer, ServerShape } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startTraceCollector } from "./trace-collector.ts";
import type { TraceCollector } from "./trace-collector.ts";

const neo4j = await findNeo4jClassPath();
const missing = "missing" in neo4j || findRedisServer() === null;

interface Readiness {
  status: string;
  parts: Record<string, { status: string; why: string | null; details?: Record<string, unknown> }>;
}

const readinessOf = async ({ url }: AppProcess): Promise<{ code: number; report: Readiness }> => {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, report: (await response.json()) as Readiness };
};

const said = (content: string) => [{ role: "user", content }];

describe.skipIf(missing)("The server shape on a real Neo4j, on a real Redis", () => {
  let redis: RedisServer;
  let database: Neo4jServer;
  let traces: TraceCollector;
  let shape: ServerShape;
  /** What the processes said while there was no database yet. */
  const away: { ready: { code: number; report: Readiness }[]; ingest: number } = { ready: [], ingest: 0 };

  beforeAll(async () => {
    [redis, traces] = [await startRedis(), await startTraceCollector()];
    const port = await freePort();
    const environment = { CORTEX_DEBOUNCE_SECONDS: "1", CORTEX_LOG_LEVEL: "debug", CORTEX_OTLP_URL: traces.url, CORTEX_RECALL_DEADLINE_MS: "10000", CORTEX_RECONCILE_SECONDS: "2" };
    shape = await startServerShape({ boltUrl: `bolt://127.0.0.1:${port}`, redisUrl: redis.url, count: { scheduler: 2 }, environment });
    const serving = [...shape.of("recall-api"), ...shape.of("ingest"), ...shape.of("worker")];
    away.ready = await Promise.all(serving.map(readinessOf));
    away.ingest = (await fetch(`${shape.of("ingest")[0]!.url}/ingest`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user_id: "eve", session_id: "s", messages: said("Hello there.") }) })).status;
    database = await startNeo4j({ ...(neo4j as { classPath: string }), port });
    await shape.ready();
  }, 300_000);

  afterAll(async () => {
    await shape.stop("SIGKILL");
    await Promise.all([database.stop(), redis.stop(), traces.close()]);
  });

  it("comes up without its database, says so, and serves once it is there", () => {
    for (const { code, report } of away.ready) {
      expect(code).toBe(503);
      expect(report.parts["store"]).toMatchObject({ status: "down", why: expect.stringMatching(/./) });
    }
    expect(away.ingest).toBe(503);
  });

  it("remembers and recalls over two processes, a third one making memories of it", async () => {
    const user = "ann";
    const messages = [...said("My name is Ann, and I moved to Porto in May."), ...said("The dentist moved to Friday at two.")];
    expect(await shape.post<IngestResponse>("/ingest", { user_id: user, session_id: "s", messages }, { "x-request-id": "conversation-1" })).toMatchObject({ status: "debounced", accepted: 2 });
    const recall = (): Promise<RecallResponse> => shape.post("/v1/recall", { user_id: user, query: "When is the dentist?" });
    expect((await recall()).items[0]?.text).toContain("Friday at two");
    const memories = async (): Promise<MemoryView[]> => (await shape.get<{ memories: MemoryView[] }>(`/v1/memories?user_id=${user}`)).memories;
    await untilHolds("memories by the debounced job", async () => (await memories()).length > 0);
    expect((await recall()).context).toContain("Friday at two");
    expect(await shape.post<IngestResponse>("/ingest", { user_id: user, session_id: "s", messages })).toMatchObject({ accepted: 0, duplicate: 2 });
    expect((await shape.post<FlushResponse>("/v1/flush", { user_id: user, timeout_ms: 60_000 })).done).toBe(true);

    const worker = shape.of("worker")[0]!;
    const captures = () => worker.log().filter(({ job, outcome }) => job === "capture" && outcome === "success");
    await untilHolds("the log line of the capture", async () => captures().length > 0);
    expect(captures()[0]).toMatchObject({ process: "worker", requestId: "conversation-1", jobId: expect.stringMatching(/./) });
  });

  it("ties what one request causes together in one trace", async () => {
    await shape.post("/ingest", { user_id: "tracy", session_id: "s", messages: said("My sister Mary lives in Lisbon.") });
    await shape.post("/v1/recall", { user_id: "tracy", query: "Where does Mary live?" });
    const traceOf = (name: string) => new Set(traces.spans().filter((span) => span.name === name).map(({ traceId }) => traceId));
    await untilHolds("a job in the trace of its request", async () => {
      const requests = traces.spans().filter(({ name, service }) => name === "POST /ingest" && service === "memory-cortex-ingest");
      return requests.some(({ traceId, spanId }) => traces.spans().some((span) => span.name === "job capture" && span.service === "memory-cortex-worker" && span.traceId === traceId && span.parentSpanId === spanId));
    });
    await untilHolds("stages in the trace of a recall", async () => [...traceOf("recall legs")].some((trace) => traceOf("POST /v1/recall").has(trace)));
  });

  it("describes the whole service in one document, and measures in each process", async () => {
    const { paths } = await shape.get<{ paths: object }>("/openapi.json");
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/ingest", "/v1/flush", "/v1/capture/preview", "/v1/recall", "/readyz"]));
    for (const { url } of shape.processes) {
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/cortex_queue_jobs\{job="capture",state="oldestDueMs"\} \d/);
    }
  });

  it("takes conversations while Redis is away, and makes memories of them once it is back", async () => {
    const [ingest, worker] = [shape.of("ingest")[0]!, shape.of("worker")[0]!];
    await redis.kill();
    await worker.until(503);
    expect(await shape.post<IngestResponse>("/ingest", { user_id: "rita", session_id: "s", messages: said("My name is Rita and I prefer tea to coffee.") })).toMatchObject({ accepted: 1 });
    const { code, report } = await readinessOf(ingest);
    expect({ code, status: report.status, queue: report.parts["queue"]?.status }).toEqual({ code: 200, status: "degraded", queue: "down" });
    await redis.restart();
    await shape.ready();
    await untilHolds("memories of what was said meanwhile", async () => (await shape.get<{ memories: MemoryView[] }>("/v1/memories?user_id=rita")).memories.length > 0);
  });

  it("has one leader among the schedulers, and another one when that dies", async () => {
    const leading = async (process: AppProcess): Promise<boolean> => (await readinessOf(process)).report.parts["leader"]?.details?.["leads"] === true;
    const schedulers = shape.of("scheduler");
    const leaders = async (): Promise<AppProcess[]> => {
      const states = await Promise.all(schedulers.map(async (process) => (process.pid() !== null && (await leading(process)) ? [process] : [])));
      return states.flat();
    };
    await untilHolds("one leader", async () => (await leaders()).length === 1);
    const [leader] = await leaders();
    await leader!.end("SIGKILL");
    await untilHolds("another leader", async () => (await leaders()).length === 1);
    await leader!.start();
    await leader!.until(200);
    expect(await leaders()).toHaveLength(1);
  });

  it("ends in good order on SIGTERM, and goes on where it was", async () => {
    const [ingest, worker] = [shape.of("ingest")[0]!, shape.of("worker")[0]!];
    for (const process of [ingest, worker]) {
      const start = performance.now();
      expect(await process.end("SIGTERM")).toBe(0);
      expect(performance.now() - start).toBeLessThan(12_000);
      await process.start();
      await process.until(200);
    }
    expect(await shape.post<IngestResponse>("/ingest", { user_id: "gil", session_id: "s", messages: said("I live in Faro.") })).toMatchObject({ accepted: 1 });
  });

  it("ends with one line and code 1 when a setting is wrong", async () => {
    const wrong = startServerShape({ boltUrl: "bolt://127.0.0.1:1", redisUrl: redis.url, count: { "recall-api": 0, ingest: 0, scheduler: 0 }, environment: { CORTEX_WORKER_QUEUES: "hunter" } });
    await expect(wrong).rejects.toThrow(/worker ended: memory-cortex worker: CORTEX_WORKER_QUEUES/);
  });
});
