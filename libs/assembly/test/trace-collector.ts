import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as it was sent, with the process that sent it. */
export interface SentSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface SentTraces {
  resourceSpans: { resource: { attributes: { key: string; value: { stringValue?: string } }[] }; scopeSpans: { spans: Omit<SentSpan, "service">[] }[] }[];
}

export interface TraceCollector {
  url: string;
  spans(): SentSpan[];
  close(): Promise<void>;
}

const spansOf = ({ resourceSpans }: SentTraces): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

/** A collector on the loopback address that takes OTLP/HTTP as JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const taken: SentSpan[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk));
    request.on("end", () => {
      taken.push(...spansOf(JSON.parse(body) as SentTraces));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => taken,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
