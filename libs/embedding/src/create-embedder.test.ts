import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EMBEDDER_DRIVERS, createEmbedder } from "./create-embedder.ts";

/** An Ollama server as a function: one fixed vector for each text. */
function ollama(dimension: number) {
  const inputs: string[][] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { input } = JSON.parse(init?.body as string) as { input: string[] };
    inputs.push(input);
    return Response.json({ embeddings: input.map((text) => Array.from({ length: dimension }, (_unused, index) => text.length + index)) });
  };
  return { inputs, fetch: fetch as typeof globalThis.fetch };
}

describe("createEmbedder", () => {
  it("has a kind for every driver there is", () => {
    const drivers = ["http", "static", "onnx"].flatMap((folder) => readdirSync(new URL(folder, import.meta.url))).filter((name) => /^(?!remote).*-embedder\.ts$/u.test(name));
    expect(drivers.map((name) => name.replace("-embedder.ts", "").replace("transformer", "onnx")).sort()).toEqual(Object.keys(EMBEDDER_DRIVERS).sort());
  });

  it("asks a remote model nothing at the start, whose dimension is known", async () => {
    const server = ollama(768);
    const embedder = await createEmbedder({ kind: "ollama", name: "second", url: "http://localhost:11434", model: "nomic-embed-text" }, { fetch: server.fetch });
    expect(embedder.identity).toMatchObject({ name: "second", dimension: 768, documentPrefix: "search_document: " });
    expect(server.inputs).toEqual([]);
  });

  it("puts clamp, cache and batches before a remote model", async () => {
    const server = ollama(8);
    const embedder = await createEmbedder({ kind: "ollama", url: "http://localhost:11434", model: "m", dimension: 8 }, { fetch: server.fetch });
    const texts = [...Array.from({ length: 70 }, (_, index) => `text ${index}`), "long ".repeat(10_000)];
    const vectors = await embedder.embed(texts, { kind: "document" });
    expect(server.inputs.map((input) => input.length)).toEqual([32, 32, 7]);
    expect(server.inputs.flat().at(-1)!.length).toBeLessThanOrEqual(8_000);
    expect(await embedder.embed(texts, { kind: "document" })).toEqual(vectors);
    expect(server.inputs).toHaveLength(3);
  });

  it("refuses an address that is none", async () => {
    await expect(createEmbedder({ kind: "openai", url: "nowhere", model: "m", dimension: 8 })).rejects.toMatchObject({ code: "config_invalid" });
  });
});
