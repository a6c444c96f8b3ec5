import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ollamaWire, startEmbeddingServer } from "../../test/embedding-server.ts";
import type { EmbeddingServer } from "../../test/embedding-server.ts";
import { remoteFailures } from "../../test/remote-failures.ts";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createOllamaEmbedder } from "./ollama-embedder.ts";

const start = (dimension = 8): Promise<EmbeddingServer> => startEmbeddingServer({ path: "/api/embed", wire: ollamaWire, dimension });

remoteFailures("the Ollama embedder", { start: () => start(), create: createOllamaEmbedder, baseUrl: (url) => url });

describe("the Ollama embedder on a loopback server", () => {
  let server: EmbeddingServer;
  beforeAll(async () => {
    server = await start(768);
  });
  afterAll(async () => server.close());

  embedderConformance("the Ollama embedder", { create: () => createOllamaEmbedder({ baseUrl: server.url, model: "nomic-embed-text" }), hasMeaning: false });

  it("speaks Ollama's format, with the prefixes of the model", async () => {
    const embedder = await createOllamaEmbedder({ baseUrl: `${server.url}/`, model: "nomic-embed-text:v1.5", threads: 1, keepAlive: "10m" });
    server.requests.length = 0;
    await embedder.embed(["when is it"], { kind: "query" });
    expect(server.requests).toMatchObject([
      { method: "POST", path: "/api/embed", body: { model: "nomic-embed-text:v1.5", input: ["search_query: when is it"], truncate: true, keep_alive: "10m", options: { num_thread: 1 } } },
    ]);
    expect(embedder.identity).toMatchObject({ name: "ollama", dimension: 768, queryPrefix: "search_query: ", documentPrefix: "search_document: ", weighted: false });
  });
});

const address = process.env["CORTEX_TEST_OLLAMA_URL"];
const model = process.env["CORTEX_TEST_OLLAMA_MODEL"];
const told = address !== undefined && model !== undefined;
if (!told) console.warn("SKIPPED: the Ollama embedder against a real server. Set CORTEX_TEST_OLLAMA_URL and CORTEX_TEST_OLLAMA_MODEL to run it.");

describe.skipIf(!told)("the Ollama embedder on a real server", () => {
  const create = () => createOllamaEmbedder({ baseUrl: address!, model: model!, threads: 1 });
  embedderConformance("the Ollama embedder on a real server", { create, hasMeaning: true });

  it("is refused for a model that is not there", async () => {
    const embedder = await createOllamaEmbedder({ baseUrl: address!, model: "no-such-model-here", dimension: 8 });
    await expect(embedder.embed(["a"], { kind: "query" })).rejects.toMatchObject({ code: "embedder_rejected" });
  });

  it("finds the right sentence among others", async () => {
    const embedder = await create();
    const sentences = ["My sister's birthday is in March.", "The dentist appointment was moved to Friday.", "I prefer tea to coffee.", "We are going to Lisbon by train."];
    const documents = await embedder.embed(sentences, { kind: "document" });
    const [query] = await embedder.embed(["Which day do I see the dentist?"], { kind: "query" });
    const scores = documents.map((document) => document!.reduce((sum, value, index) => sum + value * query![index]!, 0));
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
  });
});
