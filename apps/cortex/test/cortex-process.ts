import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { prepareStaticModel } from "@memory-cortex/embedding";
import { freePort } from "@memory-cortex/testing/servers";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export type Environment = Record<string, string>;

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing of the tester's own settings: a data folder of its own, no model unless one is given. */
function environmentOf(home: string, extra: Environment): Environment {
  return { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home, CORTEX_MODEL_DOWNLOAD: "false", ...extra };
}

function collect(child: ChildProcess): { stdout: string; stderr: string; closed: Promise<number | null> } {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const output = { stdout: "", stderr: "", closed: promise };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => void (output.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => void (output.stderr += text));
  child.once("close", (code) => resolve(code));
  return output;
}

/** Runs one `cortex` command to its end, in a pipe. */
export async function cortex(home: string, parameters: readonly string[], extra: Environment = {}): Promise<Finished> {
  const output = collect(spawn(process.execPath, [MAIN, ...parameters], { env: environmentOf(home, extra), stdio: ["ignore", "pipe", "pipe"] }));
  const code = await output.closed;
  return { code, stdout: output.stdout, stderr: output.stderr };
}

export interface Service {
  url: string;
  port: number;
  home: string;
  /** What it said so far. */
  output: { readonly stdout: string; readonly stderr: string };
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  get<Answer>(path: string): Promise<Answer>;
  /** One `cortex` command against it. */
  run(...parameters: string[]): Promise<Finished>;
  /** Ends it with a signal; the exit code, null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

async function json<Answer>(response: Response): Promise<Answer> {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body}`);
  return JSON.parse(body) as Answer;
}

/** Starts `cortex up` on a free port and waits for its ready line. */
export async function startService(home: string, extra: Environment = {}): Promise<Service> {
  const port = await freePort();
  const environment = { CORTEX_PORT: String(port), ...extra };
  const child = spawn(process.execPath, [MAIN, "up", "--json"], { env: environmentOf(home, environment), stdio: ["ignore", "pipe", "pipe"] });
  const output = collect(child);
  const ready = Promise.withResolvers<undefined>();
  child.stdout.on("data", () => {
    if (output.stdout.includes("}")) ready.resolve(undefined);
  });
  void output.closed.then((code) => ready.reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
  await ready.promise;
  const url = `http://127.0.0.1:${port}`;
  return {
    url, port, home, output,
    post: async (path, body) => json(await fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })),
    get: async (path) => json(await fetch(url + path)),
    run: (...parameters) => cortex(home, parameters, { ...environment, CORTEX_USER: "ann" }),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return output.closed;
    },
  };
}

export async function throwawayHome(): Promise<{ home: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "memory-cortex-e2e-"));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
}

/** The static model: CORTEX_MODEL_FOLDER, or one prepared once below `.cortex` of the repository. Null, and said aloud, where it cannot be had. */
export async function testModelFolder(): Promise<string | null> {
  const given = process.env["CORTEX_MODEL_FOLDER"];
  if (given !== undefined && existsSync(given)) return given;
  const prepared = await prepareStaticModel({ home: join(ROOT, ".cortex") });
  if ("folder" in prepared) return prepared.folder;
  console.warn("SKIPPED: the tests that need the static model, which could not be prepared.");
  return null;
}
