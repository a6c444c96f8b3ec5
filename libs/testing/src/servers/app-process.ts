import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { endWithUs } from "./end-with-us.ts";
import { freePort } from "./free-ports.ts";

export const SERVER_APPS = ["recall-api", "ingest", "worker", "scheduler"] as const;
export type ServerApp = (typeof SERVER_APPS)[number];

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const LOOK_EVERY_MS = 25;
const START_LIMIT_MS = 60_000;

/** One process of the server shape, as it is started in production: by its main file and its environment. */
export interface AppProcess {
  readonly app: ServerApp;
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now; null when it has ended. */
  pid(): number | null;
  /** What it said since it was started last. */
  output(): { stdout: string; stderr: string };
  /** Its log lines, read. */
  log(): Record<string, unknown>[];
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Starts it again on the same port, with the same environment; waits until it listens. */
  start(): Promise<void>;
  /** Sends a signal and waits for the end: the exit code, null where the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Waits until `/readyz` answers with this status. */
  until(status: number): Promise<void>;
}

export interface AppOptions {
  app: ServerApp;
  /** Nothing else is in its environment but the PATH. */
  environment: Readonly<Record<string, string>>;
  /** Default: any free one. */
  port?: number;
}

async function json<Answer>(response: Response): Promise<Answer> {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body}`);
  return JSON.parse(body) as Answer;
}

/** Resolves when the condition holds; throws with what was waited for when it never does. */
export async function untilHolds(what: string, condition: () => Promise<boolean>, limitMs = START_LIMIT_MS): Promise<void> {
  for (const end = performance.now() + limitMs; !(await condition()); ) {
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain for ${what}.`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Starts a process of the server shape and waits until it listens, whatever is away. It ends with this process at the latest. */
export async function startApp({ app, environment, port: given }: AppOptions): Promise<AppProcess> {
  const port = given ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let ended: Promise<number | null> = Promise.resolve(null);
  let said = { stdout: "", stderr: "" };

  const status = async (path: string): Promise<number | null> => fetch(url + path, { signal: AbortSignal.timeout(5_000) }).then(({ status: code }) => code, () => null);
  const started: AppProcess = {
    app, url, port,
    pid: () => child?.pid ?? null,
    output: () => said,
    log: () => said.stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Record<string, unknown>),
    get: async (path) => json(await fetch(url + path)),
    post: async (path, body, headers = {}) => json(await fetch(url + path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) })),
    async start() {
      const output = { stdout: "", stderr: "" };
      const running = spawn(process.execPath, [`apps/${app}/src/main.ts`], { cwd: ROOT, env: { PATH: process.env["PATH"] ?? "", ...environment, CORTEX_PORT: String(port) }, stdio: ["ignore", "pipe", "pipe"] });
      endWithUs(running);
      running.stdout.setEncoding("utf8").on("data", (text: string) => void (output.stdout += text));
      running.stderr.setEncoding("utf8").on("data", (text: string) => void (output.stderr += text));
      ended = new Promise((resolve) => running.once("close", (code) => {
        child = null;
        resolve(code);
      }));
      [child, said] = [running, output];
      await untilHolds(`${app} to listen`, async () => {
        if (child === null) throw new Error(`${app} ended: ${output.stderr}`);
        return (await status("/healthz")) === 200;
      });
    },
    async end(signal = "SIGTERM") {
      child?.kill(signal);
      return ended;
    },
    until: (wanted) => untilHolds(`/readyz of ${app} to answer ${wanted}`, async () => (await status("/readyz")) === wanted),
  };
  await started.start();
  return started;
}
