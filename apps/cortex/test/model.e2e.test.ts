import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { findTestTransformer } from "@memory-cortex/embedding/test-transformer";
import type { FlushResponse, RecallResponse } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { cortex, startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { startSlowOllama } from "./slow-ollama.ts";

const staticFolder = await testModelFolder();
const transformer = await findTestTransformer();

const NO_HURRY_MS = 10_000;
const BOTH = JSON.stringify([{ kind: "static" }, { kind: "onnx" }]);

let home: string;
let remove: () => Promise<void>;
let service: Service | null;

beforeEach(async () => {
  ({ home, remove } = await throwawayHome());
  service = null;
});
afterEach(async () => {
  await service?.stop("SIGKILL");
  await remove();
});

type Parts = Record<string, { status: string; why: string | null }>;
const readyParts = async (): Promise<Parts> => (await service!.get<{ parts: Parts }>("/readyz")).parts;
const ask = (query: string) => service!.post<RecallResponse>("/v1/recall", { user_id: "ann", query, deadline_ms: NO_HURRY_MS });
const setEmbedders = async (): Promise<unknown> => (JSON.parse(await readFile(join(home, "config.json"), "utf8")) as { embedders: unknown }).embedders;

const SAID = [
  "I took up surfing in March and go to the beach every weekend.",
  "The invoice of the plumber is still unpaid.",
  "My sister has moved into a flat near the station.",
  "The printer on the second floor is out of toner again.",
  "We have booked the restaurant for the anniversary dinner.",
];

/** An Ollama server whose model knows two subjects, pets and bills. */
async function startOllama(): Promise<{ url: string; close(): Promise<void> }> {
  const count = (text: string, words: RegExp): number => text.match(words)?.length ?? 0;
  const vectorOf = (text: string): number[] => [count(text, /dog|puppy/giu), count(text, /invoice|bill/giu), 0.1];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ embeddings: input.map(vectorOf) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe.skipIf(staticFolder === null || transformer === null)("the service with the transformer beside the static model", () => {
  const environment = () => ({ CORTEX_MODEL_FOLDER: staticFolder!, CORTEX_TRANSFORMER_HOME: transformer!.home, CORTEX_EMBEDDERS: BOTH });

  it("recalls by two legs of meaning, and finds what has no word in common with the question", async () => {
    service = await startService(home, environment());
    expect(JSON.parse(service.output.stdout)).toMatchObject({ legs: ["words", "meaning (static)", "meaning (minilm)"] });
    await service.post("/ingest", { user_id: "ann", session_id: "one", messages: SAID.map((content) => ({ role: "user", content })) });
    expect(await service.post<FlushResponse>("/v1/flush", { user_id: "ann" })).toMatchObject({ done: true });

    const answer = await ask("Which outdoor sport does she practise?");
    expect(answer.degraded).toEqual([]);
    expect(answer.items[0]?.text).toContain("surfing");
    const { candidates } = await service.post<{ candidates: { meaning: Record<string, number> } }>("/v1/explain", { user_id: "ann", query: "Which outdoor sport does she practise?", deadline_ms: NO_HURRY_MS });
    expect(Object.keys(candidates.meaning).sort()).toEqual(["minilm", "static"]);
    for (const count of Object.values(candidates.meaning)) expect(count).toBeGreaterThanOrEqual(SAID.length);
    expect(await readyParts()).toMatchObject({ "embedder:static": { status: "ok" }, "embedder:minilm": { status: "ok" } });
    expect((await service.run("model", "status")).code).toBe(0);
  });

  it("goes on without it when it is removed from the configuration, and drops its vectors", async () => {
    service = await startService(home, environment());
    await service.post("/ingest", { user_id: "ann", session_id: "one", messages: SAID.map((content) => ({ role: "user", content })) });
    await service.post<FlushResponse>("/v1/flush", { user_id: "ann" });
    await service.stop();

    service = await startService(home, { ...environment(), CORTEX_EMBEDDERS: JSON.stringify([{ kind: "static" }]) });
    await service.post<FlushResponse>("/v1/flush", { user_id: "ann" });
    const answer = await ask("Which outdoor sport does she practise?");
    expect(answer.degraded).toEqual([]);
    expect(Object.keys(answer.timings_ms)).not.toContain("embed:minilm");
    expect(await readyParts()).not.toHaveProperty("embedder:minilm");
  });

  it("keeps its vectors while its runtime is away, says so, and uses them when it is back", async () => {
    service = await startService(home, environment());
    await service.post("/ingest", { user_id: "ann", session_id: "one", messages: SAID.map((content) => ({ role: "user", content })) });
    await service.post<FlushResponse>("/v1/flush", { user_id: "ann" });
    await service.stop();

    service = await startService(home, { ...environment(), CORTEX_TRANSFORMER_HOME: join(home, "nothing") });
    expect(service.output.stderr).toContain("cortex model use minilm");
    expect(await readyParts()).toMatchObject({ "embedder:minilm": { status: "down", why: expect.stringContaining("cortex model use minilm") } });
    expect((await ask("surfing")).degraded).toEqual([{ part: "meaning:minilm", reason: "no_model" }]);
    await service.post<FlushResponse>("/v1/flush", { user_id: "ann" });
    await service.stop();

    service = await startService(home, environment());
    expect((await ask("Which outdoor sport does she practise?")).degraded).toEqual([]);
  });

  it("finds what `cortex model use minilm` finds prepared, tries it and sets it", async () => {
    const { code, stdout } = await cortex(home, ["model", "use", "minilm", "--json"], { CORTEX_TRANSFORMER_HOME: transformer!.home });
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, used: "minilm", dimension: 384, embedders: ["static", "minilm"], overridden_by: [], restart: true });
    expect(await setEmbedders()).toEqual([{ kind: "static", name: "static" }, { kind: "onnx", name: "minilm" }]);
  });
});

describe("cortex model", () => {
  it("sets a model of an Ollama server that works, with the dimension it has, and takes it away again", async () => {
    const ollama = await startOllama();
    expect(await cortex(home, ["model", "use", "ollama:pets", "--url", ollama.url])).toMatchObject({ code: 0, stdout: expect.stringContaining("restart") });
    expect(await setEmbedders()).toEqual([{ kind: "static", name: "static" }, { kind: "ollama", name: "ollama", url: ollama.url, model: "pets", dimension: 3 }]);
    const listed = JSON.parse((await cortex(home, ["model", "list", "--json"])).stdout) as { models: { name: string; state: string }[] };
    expect(listed.models).toContainEqual(expect.objectContaining({ name: "ollama:pets", state: "used" }));
    expect(await cortex(home, ["model", "remove", "ollama:pets"])).toMatchObject({ code: 0 });
    expect(await setEmbedders()).toEqual([{ kind: "static", name: "static" }]);
    await ollama.close();
  });

  it("sets nothing that does not work, and says what to do", async () => {
    const ollama = await startSlowOllama();
    ollama.behave("broken");
    const broken = await cortex(home, ["model", "use", "ollama:small", "--url", ollama.url]);
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("ollama serve") });
    await ollama.close();
    const noNpm = await cortex(home, ["model", "use", "minilm", "--json"], { PATH: home });
    expect({ code: noNpm.code, ...(JSON.parse(noNpm.stdout) as object) }).toMatchObject({ code: 1, error: { code: "install_failed", detail: expect.stringContaining("npm") } });
    await expect(setEmbedders()).rejects.toThrow("ENOENT");
  });

  it("refuses what is no model, and says when the environment wins", async () => {
    expect(await cortex(home, ["model", "use", "gpt"])).toMatchObject({ code: 2, stderr: expect.stringContaining("minilm") });
    const ollama = await startOllama();
    const used = await cortex(home, ["model", "use", "ollama:pets", "--url", ollama.url], { CORTEX_EMBEDDERS: "[]" });
    expect(used).toMatchObject({ code: 0, stdout: expect.stringContaining("CORTEX_EMBEDDERS is set in the environment") });
    await ollama.close();
  });
});
