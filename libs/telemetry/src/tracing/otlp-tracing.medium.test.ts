import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createOtlpTracing } from "./otlp-tracing.ts";
import type { Tracing } from "./tracing.ts";

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number; message?: string };
}

interface SentTraces {
  resourceSpans: { resource: { attributes: { key: string; value: { stringValue?: string } }[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector on the loopback address that takes OTLP/HTTP as JSON. */
let collector: Server;
let url: string;
let bodies: { path: string; sent: SentTraces }[];

beforeEach(async () => {
  bodies = [];
  collector = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk));
    request.on("end", () => {
      bodies.push({ path: request.url ?? "", sent: JSON.parse(body) as SentTraces });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => collector.close(resolve)));

const spans = (): SentSpan[] => bodies.flatMap(({ sent }) => sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
const spanOf = (name: string): SentSpan => spans().find((span) => span.name === name)!;

describe("createOtlpTracing", () => {
  let ingest: Tracing;
  let worker: Tracing;
  beforeEach(() => {
    ingest = createOtlpTracing({ url: `${url}/`, service: "memory-cortex-ingest", version: "1.2.3" });
    worker = createOtlpTracing({ url, service: "memory-cortex-worker", version: "1.2.3" });
  });
  afterEach(() => Promise.all([ingest.close(1_000), worker.close(1_000)]));

  it("sends spans as OTLP/HTTP, those of another process in the trace of what caused them", async () => {
    let carried: string | undefined;
    await ingest.span({ name: "request", kind: "server" }, async (span) => {
      await Promise.resolve();
      ingest.past("words", 40);
      span.rename("POST /ingest");
      carried = ingest.traceparent();
    });
    await worker.span({ name: "capture", kind: "consumer", parent: carried, attributes: { attempt: 1 } }, async () => undefined);
    await Promise.all([ingest.close(5_000), worker.close(5_000)]);

    expect(bodies.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/traces"]);
    const services = bodies.flatMap(({ sent }) => sent.resourceSpans.flatMap(({ resource }) => resource.attributes.filter(({ key }) => key === "service.name").map(({ value }) => value.stringValue)));
    expect(services.sort()).toEqual(["memory-cortex-ingest", "memory-cortex-worker"]);
    const [request, words, capture] = [spanOf("POST /ingest"), spanOf("words"), spanOf("capture")];
    expect([words.parentSpanId, capture.parentSpanId]).toEqual([request.spanId, request.spanId]);
    expect(new Set([request.traceId, words.traceId, capture.traceId]).size).toBe(1);
    expect(BigInt(words.endTimeUnixNano) - BigInt(words.startTimeUnixNano)).toBe(40_000_000n);
    expect([request.kind, capture.kind]).toEqual([2, 5]);
  });

  it("marks what failed with its code, and throws it on", async () => {
    const failing = ingest.span({ name: "request", kind: "server" }, () => Promise.reject(new CortexError("store_unavailable")));
    await expect(failing).rejects.toMatchObject({ code: "store_unavailable" });
    await ingest.span({ name: "answered", kind: "server" }, async (span) => span.fail("invalid_fields"));
    await ingest.close(5_000);
    expect(spanOf("request").status).toMatchObject({ code: 2, message: "store_unavailable" });
    expect(spanOf("answered").status).toMatchObject({ code: 2, message: "invalid_fields" });
  });

  it("keeps nothing waiting when the collector is away", async () => {
    const lost = createOtlpTracing({ url: "http://127.0.0.1:1", service: "s", version: "1" });
    expect(await lost.span({ name: "request", kind: "server" }, async () => "answer")).toBe("answer");
    const start = performance.now();
    await lost.close(200);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("has nothing to carry outside of a span", () => {
    ingest.past("words", 40);
    expect(ingest.traceparent()).toBeUndefined();
  });
});
