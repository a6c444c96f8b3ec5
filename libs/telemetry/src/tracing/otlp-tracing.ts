import { AsyncLocalStorage } from "node:async_hooks";

import { CortexError } from "@memory-cortex/models";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import type { Context, Span, SpanContext } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

import type { RunningSpan, SpanFacts, Tracing } from "./tracing.ts";

export interface OtlpTracingOptions {
  url: string;
  service: string;
  version: string;
}

const KINDS: Record<SpanFacts["kind"], SpanKind> = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
/** Spans are sent this often, in batches, beside the work; what a collector that hangs does not take is dropped, never waited for. */
const SEND_EVERY_MS = 1_000;
const SEND_LIMIT_MS = 5_000;

function remoteContext(traceparent: string): SpanContext {
  const [, traceId, spanId, flags] = traceparent.split("-") as [string, string, string, string];
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function asTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

const running = (span: Span): RunningSpan => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (code) => void span.setStatus({ code: SpanStatusCode.ERROR, message: code }),
});

/** Spans over OTLP/HTTP, by OpenTelemetry's own libraries. Nothing is registered for the whole process, so that several can run in one. */
export function createOtlpTracing({ url, service, version }: OtlpTracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, "")}/v1/traces`, timeoutMillis: SEND_LIMIT_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_LIMIT_MS })],
  });
  const tracer = provider.getTracer("memory-cortex", version);
  const here = new AsyncLocalStorage<Span>();

  function contextOf(parent: string | undefined): Context {
    if (parent !== undefined) return trace.setSpanContext(ROOT_CONTEXT, remoteContext(parent));
    const span = here.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  }

  return {
    async span({ name, kind, parent, attributes = {} }, work) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      try {
        return await here.run(span, () => work(running(span)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: CortexError.isInstance(error) ? error.code : "internal" });
        throw error;
      } finally {
        span.end();
      }
    },
    past(name, milliseconds, attributes = {}) {
      if (here.getStore() === undefined) return;
      const end = Date.now();
      tracer.startSpan(name, { attributes, startTime: end - milliseconds }, contextOf(undefined)).end(end);
    },
    traceparent() {
      const context = here.getStore()?.spanContext();
      return context === undefined || (context.traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : asTraceparent(context);
    },
    async close(graceMs) {
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => resolve(undefined), graceMs);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
