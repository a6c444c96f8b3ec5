import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort, startNeo4j, startRedis } from "@memory-cortex/testing/servers";
import type { Neo4jOptions } from "@memory-cortex/testing/servers";

import { Child } from "./child-process.ts";
import type { Part } from "./part.ts";
import { until } from "./until.ts";

/** What stands behind the apps, as {@link Part}s with an address ("127.0.0.1:7687"). */
export interface Backend extends Part {
  address: string;
  stop(): Promise<void>;
}

const EMBEDDER = fileURLToPath(new URL("loopback-ollama.ts", import.meta.url));
const START_LIMIT_MS = 20_000;

/** A real Redis that writes down what it is told, with the password of the compose file's secrets. */
export async function startRedisBackend(password: string): Promise<Backend & { url: string }> {
  const redis = await startRedis({ appendOnly: true, password });
  return { name: "Redis", url: redis.url, address: `127.0.0.1:${redis.port}`, kill: () => redis.kill(), bringBack: () => redis.restart(), stop: () => redis.stop() };
}

/** A real Neo4j in the place of Memgraph: the other dialect, the same store. */
export async function startBoltBackend({ folder, ...java }: Omit<Neo4jOptions, "folder" | "port"> & { folder: string }): Promise<Backend> {
  const data = join(folder, "neo4j");
  let server = await startNeo4j({ ...java, folder: data });
  const { port } = server;
  return {
    name: "the Bolt server",
    address: `127.0.0.1:${port}`,
    kill: () => server.kill9(),
    bringBack: async () => void (server = await startNeo4j({ ...java, folder: data, port })),
    stop: () => server.stop(),
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });

/** A process that speaks Ollama's format. */
export async function startEmbedderBackend(dimension: number): Promise<Backend> {
  const port = await freePort();
  const child = new Child({ name: "embedder", program: process.execPath, parameters: [EMBEDDER, String(port), String(dimension)], environment: { PATH: process.env["PATH"] ?? "" }, folder: process.cwd() });
  async function start(): Promise<void> {
    child.start();
    await until(() => listens(port), { limitMs: START_LIMIT_MS, otherwise: () => `The embedder does not answer.\n${child.log()}` });
  }
  await start();
  return { name: "the embedder", address: `127.0.0.1:${port}`, kill: () => child.kill(), bringBack: start, stop: () => child.kill() };
}
