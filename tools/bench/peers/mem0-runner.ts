// Runs in a process of its own beside the installed package: `node mem0-runner.ts PACKAGE-FOLDER DATA-FOLDER EMBEDDING-URL DIMENSION`.
// Reads a request a line, writes an answer a line.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import type { RunnerAnswer, RunnerRequest } from "./runner-messages.ts";

/** Of the package's interface, what is used here. */
interface Mem0 {
  add(text: string, options: { userId: string; infer: false; metadata: Record<string, unknown> }): Promise<unknown>;
  search(question: string, options: { topK: number; filters: { user_id: string } }): Promise<{ results: { metadata?: Record<string, unknown> }[] }>;
}
interface Mem0Package {
  Memory: new (config: unknown) => Mem0;
}

const [packageFolder = "", dataFolder = "", url = "", dimension = "256"] = process.argv.slice(2);
const USER = "bench";
const { Memory } = (await import(pathToFileURL(join(packageFolder, "node_modules/mem0ai/dist/oss/index.mjs")).href)) as Mem0Package;

let stores = 0;
let memory = open();

/** The defaults of the package, but for the embedding model and no history; the store is its SQLite file. */
function open(): Mem0 {
  stores += 1;
  const model = { apiKey: "none", baseURL: url, url };
  return new Memory({
    embedder: { provider: "openai", config: { ...model, model: "static", embeddingDims: Number(dimension) } },
    vectorStore: { provider: "memory", config: { collectionName: `bench${stores}`, dimension: Number(dimension), dbPath: join(dataFolder, `vectors-${stores}.db`) } },
    llm: { provider: "openai", config: { ...model, model: "none" } },
    disableHistory: true,
  });
}

async function handle(request: RunnerRequest): Promise<RunnerAnswer> {
  switch (request.kind) {
    case "reset":
      memory = open();
      return {};
    case "add":
      for (const { id, text } of request.turns) await memory.add(text, { userId: USER, infer: false, metadata: { external_id: id } });
      return {};
    case "search": {
      const start = performance.now();
      const { results } = await memory.search(request.question, { topK: request.limit, filters: { user_id: USER } });
      return { milliseconds: performance.now() - start, ids: results.map(({ metadata }) => String(metadata?.["external_id"])) };
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await handle(JSON.parse(line) as RunnerRequest).catch((error: unknown): RunnerAnswer => ({ failure: error instanceof Error ? error.message : String(error) }));
  process.stdout.write(`${JSON.stringify({ answer })}\n`);
}
