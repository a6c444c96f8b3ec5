import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createFakeEmbedder } from "@memory-cortex/embedding/fake";

/** A loopback server that speaks OpenAI's `POST /embeddings`, for services that run as processes. */
export async function startEmbeddingServer(dimension: number): Promise<{ url: string; close(): Promise<void> }> {
  const fake = createFakeEmbedder({ dimension });
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      void (async () => {
        const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[]; model: string };
        const vectors = await fake.embed([input].flat(), { kind: "document" });
        const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: [...(vector ?? new Float32Array(dimension).fill(Math.sqrt(1 / dimension)))] }));
        answer.setHeader("content-type", "application/json").end(JSON.stringify({ object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
