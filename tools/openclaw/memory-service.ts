import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort } from "@memory-cortex/testing/servers";

import { Child } from "../server-shape/child-process.ts";
import { until } from "../server-shape/until.ts";
import { runCommand } from "./run-command.ts";
import type { Ended } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = join(ROOT, "apps", "cortex", "src", "main.ts");
const START_LIMIT_MS = 60_000;
const COMMAND_LIMIT_MS = 180_000;

/** The service as a person starts it, that can be killed and brought back at the same address, and the `cortex` command beside it. */
export interface MemoryService {
  url: string;
  home: string;
  start(): Promise<void>;
  /** As a power cut would end it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  /** One `cortex` command with the service's settings and these variables. */
  cortex(parameters: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Its last lines, for whoever looks for what went wrong. */
  log(): string;
}

/**
 * A service with a data folder of its own. Without vectors unless a model is given: words are enough here.
 * @param environment more settings
 */
export async function memoryService(home: string, environment: Readonly<Record<string, string>> = {}): Promise<MemoryService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings: Record<string, string> = {
    PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: join(home, "memory-cortex"), CORTEX_PORT: String(port), CORTEX_USER: "ann",
    CORTEX_MODEL_DOWNLOAD: "false", CORTEX_DEBOUNCE_SECONDS: "1", CORTEX_DEBOUNCE_MAX_SECONDS: "2", ...environment,
  };
  const child = new Child({ name: "service", program: process.execPath, parameters: [MAIN, "up"], environment: settings, folder: ROOT });
  const json = async (response: Response): Promise<never> => {
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body}`);
    return JSON.parse(body) as never;
  };
  const token = environment["CORTEX_TOKEN"];
  const headers = { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return {
    url,
    home: settings["CORTEX_HOME"]!,
    async start() {
      child.start();
      const isReady = async (): Promise<boolean> => fetch(`${url}/readyz`, { headers }).then(({ ok }) => ok, () => false);
      await until(isReady, { limitMs: START_LIMIT_MS, otherwise: () => child.log(40) });
    },
    kill: () => child.kill(),
    async stop() {
      await child.stop();
    },
    get: async (path) => json(await fetch(url + path, { headers })),
    post: async (path, body) => json(await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })),
    cortex: (parameters, more = {}) => runCommand({ program: process.execPath, parameters: [MAIN, ...parameters], environment: { ...settings, ...more }, folder: home, limitMs: COMMAND_LIMIT_MS }),
    log: () => child.log(60),
  };
}
