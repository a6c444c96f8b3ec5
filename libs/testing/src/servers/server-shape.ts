import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { INGEST_PATHS } from "@memory-cortex/http";

import { SERVER_APPS, startApp } from "./app-process.ts";
import type { AppProcess, ServerApp } from "./app-process.ts";

export interface ServerShapeOptions {
  boltUrl: string;
  redisUrl: string;
  /** How many of each; one by default. */
  count?: Partial<Record<ServerApp, number>>;
  /** Settings beside the addresses, of all processes. */
  environment?: Readonly<Record<string, string>>;
  /** Settings of the processes of one app. */
  environmentOf?: Partial<Record<ServerApp, Readonly<Record<string, string>>>>;
}

/** The server shape as processes on free ports, over servers that somebody else has started. */
export interface ServerShape {
  readonly processes: readonly AppProcess[];
  of(app: ServerApp): AppProcess[];
  /** To ingest or recall-api, as the proxy would send it; to each of several in turn. */
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Waits until every process is ready. */
  ready(): Promise<void>;
  /** Ends every process, and the folder that they had. The exit code of each. */
  stop(signal?: NodeJS.Signals): Promise<(number | null)[]>;
}

const pathOf = (target: string): string => target.split("?")[0]!;

/** Starts the processes, all at once, and waits until they listen; {@link ServerShape.ready} waits until they can work. */
export async function startServerShape({ boltUrl, redisUrl, count = {}, environment = {}, environmentOf = {} }: ServerShapeOptions): Promise<ServerShape> {
  const home = await mkdtemp(join(tmpdir(), "memory-cortex-server-"));
  const common = { HOME: home, CORTEX_HOME: home, CORTEX_MODEL_DOWNLOAD: "false", CORTEX_BOLT_URL: boltUrl, CORTEX_REDIS_URL: redisUrl, CORTEX_LOG_LEVEL: "info", ...environment };
  const wanted = SERVER_APPS.flatMap((app) => Array.from({ length: count[app] ?? 1 }, () => app));
  const processes = await Promise.all(wanted.map((app) => startApp({ app, environment: { ...common, ...environmentOf[app] } })));
  const of = (app: ServerApp): AppProcess[] => processes.filter((one) => one.app === app);
  let turn = 0;
  const behindProxy = (target: string): AppProcess => {
    const able = of(INGEST_PATHS.includes(pathOf(target)) ? "ingest" : "recall-api");
    turn += 1;
    return able[turn % able.length]!;
  };
  return {
    processes,
    of,
    get: (path) => behindProxy(path).get(path),
    post: (path, body, headers) => behindProxy(path).post(path, body, headers),
    ready: async () => {
      await Promise.all(processes.map((one) => one.until(200)));
    },
    async stop(signal) {
      const codes = await Promise.all(processes.map((one) => one.end(signal)));
      await rm(home, { recursive: true, force: true });
      return codes;
    },
  };
}
