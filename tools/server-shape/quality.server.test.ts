import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startThrowawayServer } from "../bench/throwaway-server.ts";
import type { ThrowawayServer } from "../bench/throwaway-server.ts";
import { ROOT } from "../compose/read-compose.ts";
import type { ComposedShape } from "./start-composed-shape.ts";
import { caddy, model, serversMissing, showLogsOfFailure, startTestedShape } from "./tested-shape.ts";

/** Hand-made conversations with questions; on public ones the same is measured by `npm run bench quality -- --store bolt`. */
const SETS = ["golden", "languages", "misspelt"];
const METRICS = ["recall@10", "ndcg@10"] as const;
/** Of 1. */
const MOST_LOST = 0.02;
const TIMEOUT_MS = 600_000;

interface Side {
  url: string;
  token: string;
}
type Metrics = Record<(typeof METRICS)[number], number>;

const CORTEX = join(ROOT, "apps/cortex/src/main.ts");
const fileOf = (set: string, name: string): string => join(ROOT, "libs/testing", set, name);

let home: string;
let shape: ComposedShape;
let embedded: ThrowawayServer;
const missing = serversMissing || caddy === null || model === null;
beforeAll(async () => {
  if (missing) return;
  home = await mkdtemp(join(tmpdir(), "cortex-quality-"));
  // The same model on both sides: the vectors of the loopback embedder mean nothing.
  const environment = { CORTEX_EMBEDDERS: '[{"kind":"static"}]', CORTEX_MODEL_FOLDER: model! };
  shape = await startTestedShape({ instead: environment });
  embedded = await startThrowawayServer(home, environment);
}, TIMEOUT_MS);
afterAll(async () => {
  await embedded?.stop();
  await shape?.stop();
  if (home !== undefined) await rm(home, { recursive: true, force: true });
});
showLogsOfFailure(() => shape);

async function cortex({ url, token }: Side, ...parameters: string[]): Promise<string> {
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home, CORTEX_URL: url, CORTEX_TOKEN: token };
  return (await promisify(execFile)(process.execPath, [CORTEX, ...parameters], { env: environment, maxBuffer: 1e8 })).stdout;
}

/** Feeds a set through the product's own commands and asks its questions, without hurry. */
async function measure(side: Side, set: string): Promise<Metrics> {
  await cortex(side, "ingest", fileOf(set, "conversations.jsonl"), "--user", set);
  const memories = fileOf(set, "memories.jsonl");
  const lines = existsSync(memories) ? readFileSync(memories, "utf8").trim().split("\n") : [];
  for (const line of lines) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${side.token}` };
    const { status } = await fetch(`${side.url}/v1/remember`, { method: "POST", headers, body: JSON.stringify({ ...(JSON.parse(line) as object), user_id: set }) });
    expect(status).toBeLessThan(300);
  }
  await cortex(side, "flush", "--user", set);
  const evaluated = JSON.parse(await cortex(side, "eval", fileOf(set, "questions.jsonl"), "--user", set, "--with", "deadline_ms=10000", "--json")) as { all: { metrics: Metrics } };
  return evaluated.all.metrics;
}

describe.skipIf(missing)("recall over the server shape on a real Neo4j and on a real Redis, with Caddy, with the static model", () => {
  it.each(SETS)("%s: within two points of the embedded shape", async (set) => {
    const server = await measure({ url: shape.url!, token: shape.token }, set);
    const alone = await measure({ url: embedded.url, token: "" }, set);
    console.log(`${set}: ${METRICS.map((metric) => `${metric} ${(server[metric] * 100).toFixed(1)} over the server shape, ${(alone[metric] * 100).toFixed(1)} embedded`).join("; ")}`);
    for (const metric of METRICS) expect(server[metric], `${set} ${metric}, embedded ${alone[metric]}`).toBeGreaterThanOrEqual(alone[metric] - MOST_LOST);
  }, TIMEOUT_MS);
});
