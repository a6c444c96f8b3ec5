import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with the next requests. */
export type RerankBehaviour =
  | { kind: "answer" }
  | { kind: "status"; status: number; headers?: Record<string, string> }
  | { kind: "body"; body: string }
  | { kind: "change"; change: (scores: number[]) => unknown }
  | { kind: "stall" }
  | { kind: "drop" };

export interface RerankServer {
  url: string;
  /** Every request as it came in. */
  requests: { path: string; authorization: string | undefined; body: Record<string, unknown> }[];
  behave(behaviour: RerankBehaviour): void;
  /** Resolves when a client has closed the connection of a request that was not answered. */
  hungUp(): Promise<void>;
  close(): Promise<void>;
}

/** Words that question and text share: a stand-in for a model's judgement that a test can foretell. */
function scoreOf(query: string, text: string): number {
  const words = new Set(query.toLowerCase().match(/\p{L}+/gu));
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => words.has(word)).length;
}

interface RerankBody {
  query: string;
  documents?: string[];
  texts?: string[];
}

function respond(response: ServerResponse, behaviour: RerankBehaviour, { query, documents, texts }: RerankBody): void {
  const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };
  const scores = (documents ?? texts ?? []).map((text) => scoreOf(query, text));
  // Servers answer best first, as llama.cpp's and TEI do.
  const byScore = scores.map((score, index) => ({ score, index })).sort((a, b) => b.score - a.score);
  const tei = byScore.map(({ score, index }) => ({ index, score }));
  const jina = { model: "m", object: "list", usage: { prompt_tokens: 9, total_tokens: 9 }, results: byScore.map(({ score, index }) => ({ index, relevance_score: score })) };
  switch (behaviour.kind) {
    case "answer":
      return send(200, JSON.stringify(texts === undefined ? jina : tei));
    case "status":
      return send(behaviour.status, '{"error": "no"}', behaviour.headers);
    case "body":
      return send(200, behaviour.body);
    case "change":
      return send(200, JSON.stringify(behaviour.change(scores)));
    case "drop":
      response.destroy();
      return;
    case "stall":
      return;
  }
}

/** A loopback server that speaks `POST /rerank` in both formats. */
export async function startRerankServer(): Promise<RerankServer> {
  let behaviour: RerankBehaviour = { kind: "answer" };
  const hungUp: PromiseWithResolvers<void> = Promise.withResolvers();
  const requests: RerankServer["requests"] = [];
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) hungUp.resolve();
    });
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as RerankBody;
      requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body: { ...body } });
      respond(response, behaviour, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (next) => (behaviour = next),
    hungUp: () => hungUp.promise,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
