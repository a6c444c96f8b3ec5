/**
 * node tools/ollama/with-ollama.ts FOLDER COMMAND…
 *
 * Starts the Ollama that obtain.sh left in FOLDER on a free port, creates the models "minilm" (embeddings) and "smollm2" (chat) in it, runs
 * the command with CORTEX_TEST_OLLAMA_URL, CORTEX_TEST_OLLAMA_MODEL and CORTEX_TEST_OLLAMA_CHAT_MODEL set, and stops the server with all
 * that it started.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";

import { freePort } from "@memory-cortex/testing/servers";
import { Ollama } from "ollama";

const VERSION = "0.11.4";
const MODEL = "minilm";
const CHAT_MODEL = "smollm2";

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${url}/api/version`).catch(() => null);
    if (answer?.ok === true) return;
    await setTimeout(100);
  }
  throw new Error("Ollama did not start");
}

async function upload(url: string, content: Buffer): Promise<string> {
  const digest = `sha256:${createHash("sha256").update(content).digest("hex")}`;
  const response = await fetch(`${url}/api/blobs/${digest}`, { method: "POST", body: new Uint8Array(content) });
  if (!response.ok) throw new Error(`Ollama refused a file with status ${response.status}`);
  return digest;
}

async function createModel(url: string, { model, folder }: { model: string; folder: string }): Promise<void> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path)] = await upload(url, await readFile(path));
  }
  // With more threads than idle processors, a model this small generates twenty times slower.
  await new Ollama({ host: url }).create({ model, files, parameters: { num_thread: 1 }, stream: false } as Parameters<Ollama["create"]>[0] & { stream: false });
}

/** The server's model runners are processes of their own: the whole group has to end. */
function stop(server: ChildProcess): void {
  if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
}

const [folder, command, ...parameters] = process.argv.slice(2);
if (folder === undefined || command === undefined) throw new Error("usage: with-ollama.ts FOLDER COMMAND…");
const home = join(folder, "home");
await mkdir(home, { recursive: true });
const address = `127.0.0.1:${await freePort()}`;
const server = spawn(join(folder, `ollama-${VERSION}`), ["serve"], {
  detached: true,
  stdio: "ignore",
  env: { ...process.env, HOME: home, OLLAMA_HOST: address, OLLAMA_MODELS: join(folder, "store"), OLLAMA_NUM_PARALLEL: "1" },
});
process.once("SIGINT", () => stop(server));
try {
  await untilReady(`http://${address}`);
  for (const model of [MODEL, CHAT_MODEL]) await createModel(`http://${address}`, { model, folder: join(folder, model) });
  const env = { ...process.env, CORTEX_TEST_OLLAMA_URL: `http://${address}`, CORTEX_TEST_OLLAMA_MODEL: MODEL, CORTEX_TEST_OLLAMA_CHAT_MODEL: CHAT_MODEL };
  const [code] = (await once(spawn(command, parameters, { stdio: "inherit", env }), "close")) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  stop(server);
}
