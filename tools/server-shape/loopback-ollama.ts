import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";

import { createFakeEmbedder } from "@memory-cortex/embedding/fake";

/**
 * node tools/server-shape/loopback-ollama.ts PORT DIMENSION
 *
 * Speaks Ollama's `POST /api/embed` without a model: texts that share words get similar vectors. A process of its own, so that it can be killed.
 */
const [port, dimension] = process.argv.slice(2).map(Number) as [number, number];
const embedder = createFakeEmbedder({ dimension });
/** A text without any word; Ollama too answers with a vector then. */
const EVEN = new Float32Array(dimension).fill(Math.sqrt(1 / dimension));

async function bodyOf(request: IncomingMessage): Promise<{ input?: string | string[]; model?: string }> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return JSON.parse(text === "" ? "{}" : text) as { input?: string | string[]; model?: string };
}

const server = createServer((request, response) => {
  void bodyOf(request).then(async ({ input = [], model }) => {
    const vectors = await embedder.embed([input].flat(), { kind: "document" });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ model, embeddings: vectors.map((vector) => [...(vector ?? EVEN)]) }));
  });
});
server.listen(port, "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
