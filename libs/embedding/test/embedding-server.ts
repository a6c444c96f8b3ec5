import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with the next requests. */
export type Behaviour =
  | { kind: "answer" }
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  | { kind: "body"; body: string }
  | { kind: "stall" }
  | { kind: "drip" }
  | { kind: "drop" }
  | { kind: "cut" }
  | { kind: "vectors"; change: (vectors: number[][]) => unknown };

export interface EmbeddingServer {
  url: string;
  /** Every request as it came in. */
  requests: { method: string; path: string; authorization: string | undefined; body: { model: string; input: string[] } & Record<string, unknown> }[];
  behave(behaviour: Behaviour): void;
  /** Resolves when a client has closed the connection of a request that was not answered. */
  hungUp(): Promise<void>;
  close(): Promise<void>;
}

/** A vector that depends on the text alone, for any dimension. */
function vectorOf(text: string, dimension: number): number[] {
  let state = 7;
  for (const character of text) state = (state * 31 + character.codePointAt(0)!) % 2_147_483_647;
  return Array.from({ length: dimension }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5) * 4;
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Wraps vectors the way a vendor's API does. */
export type Wire = (vectors: unknown[], model: string) => unknown;

/** Ollama's `POST /api/embed`. */
export const ollamaWire: Wire = (embeddings, model) => ({ model, embeddings, total_duration: 14_143_917, load_duration: 1_019_500, prompt_eval_count: 8 });

/** OpenAI's `POST /v1/embeddings`; the order of `data` is not promised, so it is turned round here. */
export const openAiWire: Wire = (vectors, model) => ({
  object: "list",
  data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
  model,
  usage: { prompt_tokens: 8, total_tokens: 8 },
});

function respond(response: ServerResponse, behaviour: Behaviour, answer: { vectors: number[][]; wire: (vectors: unknown[]) => unknown }): void {
  const json = (value: unknown): string => JSON.stringify(answer.wire(value as unknown[]));
  const ok = { "content-type": "application/json" };
  switch (behaviour.kind) {
    case "answer":
      return void response.writeHead(200, ok).end(json(answer.vectors));
    case "vectors":
      return void response.writeHead(200, ok).end(json(behaviour.change(answer.vectors)));
    case "status":
      return void response.writeHead(behaviour.status, { ...ok, ...behaviour.headers }).end(behaviour.body ?? '{"error":"secret text of the caller"}');
    case "body":
      return void response.writeHead(200, ok).end(behaviour.body);
    case "drop":
      return void response.socket?.destroy();
    case "cut": {
      // Promises more than it sends, then hangs up.
      const body = json(answer.vectors);
      response.writeHead(200, { ...ok, "content-length": Buffer.byteLength(body) });
      return void response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
    }
    case "drip":
      // Headers and a first byte come in time; the rest never does.
      return void response.writeHead(200, ok).write("{");
    case "stall":
      return;
  }
}

/** A loopback server that speaks a vendor's wire format, and misbehaves when told to. */
export async function startEmbeddingServer({ path, wire, dimension }: { path: string; wire: Wire; dimension: number }): Promise<EmbeddingServer> {
  let behaviour: Behaviour = { kind: "answer" };
  const requests: EmbeddingServer["requests"] = [];
  const hangUps: PromiseWithResolvers<void> = Promise.withResolvers();

  const server: Server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) hangUps.resolve();
    });
    void readBody(request).then((text) => {
      const body = JSON.parse(text) as EmbeddingServer["requests"][number]["body"];
      requests.push({ method: request.method ?? "", path: request.url ?? "", authorization: request.headers.authorization, body });
      if (request.url !== path || request.method !== "POST") return void response.writeHead(404).end("404 page not found");
      const vectors = body.input.map((input) => vectorOf(input, dimension));
      respond(response, behaviour, { vectors, wire: (value) => wire(value, body.model) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (next) => (behaviour = next),
    hungUp: () => hangUps.promise,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
