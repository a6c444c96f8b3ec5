import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { createEmbedder, sumWeighting } from "@memory-cortex/embedding";
import type { Weighting } from "@memory-cortex/models";

/** Our static model behind the embeddings route that other packages speak (`POST /v1/embeddings`), so that all compare with the same vectors. */
export interface EmbeddingServer {
  url: string;
  dimension: number;
  /** Weighs tokens by how rare they are in these texts, as the service does with the texts of a realm. */
  weigh(texts: readonly string[]): Promise<void>;
  embed(texts: readonly string[]): Promise<(Float32Array | null)[]>;
  close(): Promise<void>;
}

export async function startEmbeddingServer(folder: string): Promise<EmbeddingServer> {
  const embedder = await createEmbedder({ kind: "static", folder });
  let weighting: Weighting = sumWeighting([]);
  const { dimension } = embedder.identity;
  const embed = (texts: readonly string[]) => embedder.embed([...texts], { kind: "document", weighting });
  const server = createServer((request, response) => {
    answer(request, { embed, dimension }).then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(body),
      (error: unknown) => response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: String(error) } })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    dimension,
    async weigh(texts) {
      weighting = sumWeighting([(await embedder.countTokens?.([...texts])) ?? new Map<number, number>()]);
    },
    embed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await embedder.close();
    },
  };
}

async function answer(request: IncomingMessage, { embed, dimension }: Pick<EmbeddingServer, "embed" | "dimension">): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { input, model } = JSON.parse(Buffer.concat(parts).toString("utf8")) as { input: string | string[]; model?: string };
  const texts = typeof input === "string" ? [input] : input;
  const vectors = await embed(texts);
  const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: vector === null ? nowhere(dimension) : [...vector] }));
  return JSON.stringify({ object: "list", model: model ?? "static", data, usage: { prompt_tokens: 0, total_tokens: 0 } });
}

/** A text that the model can say nothing about still needs a vector there. */
const nowhere = (dimension: number): number[] => Array.from({ length: dimension }, (_, index) => (index === 0 ? 1e-6 : 0));
