import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAiWire, startEmbeddingServer } from "../../test/embedding-server.ts";
import type { EmbeddingServer } from "../../test/embedding-server.ts";
import { remoteFailures } from "../../test/remote-failures.ts";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createEmbedder } from "../create-embedder.ts";
import { createOpenAiCompatibleEmbedder } from "./openai-embedder.ts";

const start = (dimension = 8): Promise<EmbeddingServer> => startEmbeddingServer({ path: "/v1/embeddings", wire: openAiWire, dimension });
const baseUrl = (url: string): string => `${url}/v1`;

remoteFailures("the OpenAI-compatible embedder", { start: () => start(), create: createOpenAiCompatibleEmbedder, baseUrl });

describe("the OpenAI-compatible embedder on a loopback server", () => {
  let server: EmbeddingServer;
  beforeAll(async () => {
    server = await start(1536);
  });
  afterAll(async () => server.close());

  const create = () => createOpenAiCompatibleEmbedder({ baseUrl: baseUrl(server.url), model: "text-embedding-3-small", apiKey: "key" });
  embedderConformance("the OpenAI-compatible embedder", { create, hasMeaning: false });
  embedderConformance("the OpenAI-compatible embedder of the registry", {
    create: () => createEmbedder({ kind: "openai", url: baseUrl(server.url), model: "text-embedding-3-small" }),
    hasMeaning: false,
  });

  it("speaks OpenAI's format", async () => {
    const embedder = await createOpenAiCompatibleEmbedder({ baseUrl: `${baseUrl(server.url)}/`, model: "m", apiKey: "key", dimension: 1536, shorten: true });
    server.requests.length = 0;
    await embedder.embed(["one", "two"], { kind: "document" });
    expect(server.requests).toEqual([
      { method: "POST", path: "/v1/embeddings", authorization: "Bearer key", body: { model: "m", input: ["one", "two"], encoding_format: "float", dimensions: 1536 } },
    ]);
  });

  it("sends no key when there is none, and refuses an empty one", async () => {
    const options = { baseUrl: baseUrl(server.url), model: "m", dimension: 1536 };
    server.requests.length = 0;
    await (await createOpenAiCompatibleEmbedder(options)).embed(["one"], { kind: "query" });
    expect(server.requests[0]).toMatchObject({ authorization: undefined, body: { input: ["one"] } });
    expect(server.requests[0]!.body).not.toHaveProperty("dimensions");
    await expect(createOpenAiCompatibleEmbedder({ ...options, apiKey: "" })).rejects.toMatchObject({ code: "config_invalid" });
  });
});

describe("an answer that names the wrong texts", () => {
  it("is refused", async () => {
    const server = await startEmbeddingServer({ path: "/v1/embeddings", dimension: 4, wire: (vectors) => ({ data: vectors.map((embedding) => ({ index: 0, embedding })) }) });
    const embedder = await createOpenAiCompatibleEmbedder({ baseUrl: baseUrl(server.url), model: "m", dimension: 4 });
    await expect(embedder.embed(["one", "two"], { kind: "document" })).rejects.toMatchObject({ code: "embedder_invalid" });
    await server.close();
  });
});
