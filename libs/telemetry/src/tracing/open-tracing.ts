import { silentTracing } from "./tracing.ts";
import type { Tracing } from "./tracing.ts";

export interface TracingOptions {
  /** OTLP/HTTP address of a collector, up to the port; null: no traces. */
  url: string | null;
  /** Name of this process among the others, as "memory-cortex-ingest". */
  service: string;
  version: string;
}

/** Traces to a collector. The libraries are loaded only when there is one: they cost 50 ms of a start. */
export async function openTracing({ url, service, version }: TracingOptions): Promise<Tracing> {
  if (url === null) return silentTracing;
  const { createOtlpTracing } = await import("./otlp-tracing.ts");
  return createOtlpTracing({ url, service, version });
}
