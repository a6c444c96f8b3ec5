import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort, freePorts } from "@memory-cortex/testing/servers";
import type { Neo4jOptions } from "@memory-cortex/testing/servers";

import { readComposeApps } from "../compose/read-compose-apps.ts";
import { appProcess } from "./app-process.ts";
import type { AppProcess } from "./app-process.ts";
import type { Child } from "./child-process.ts";
import { prepareSecrets } from "./prepare-secrets.ts";
import type { TokenEntry } from "./prepare-secrets.ts";
import { addressOf, clientOf } from "./shape-client.ts";
import type { Ask } from "./shape-client.ts";
import { startBoltBackend, startEmbedderBackend, startRedisBackend } from "./start-backends.ts";
import type { Backend } from "./start-backends.ts";
import { startProxy } from "./start-proxy.ts";

export interface ShapeWish {
  /** Of the Neo4j. */
  classPath: string;
  /** How its Java runs; small and quick to start by default. */
  java?: Pick<Neo4jOptions, "heap" | "isOptimised">;
  /** Folder of the static model, in place of the one in the image; null: words, and what the embedder serves. */
  model: string | null;
  /** The Caddy program; null: the apps are called directly. */
  proxy: string | null;
  /** Processes of an app, where not as many as the compose file says. */
  copies?: Readonly<Record<string, number>>;
  /** Settings that differ from the compose file. */
  instead?: Readonly<Record<string, string>>;
  /** Beside those of `deploy/prepare.sh`. */
  tokens?: readonly TokenEntry[];
}

/** The processes of the compose file on this machine, all running and ready. */
export interface ComposedShape {
  redis: Backend & { url: string };
  bolt: Backend;
  embedder: Backend;
  apps: readonly AppProcess[];
  of(app: string): AppProcess[];
  /** The one address; null without a proxy. */
  url: string | null;
  /** Token of agents, which may do everything. */
  token: string;
  ask: Ask;
  /** One more process of an app, not started yet. */
  another(app: string): Promise<AppProcess>;
  /** What all processes said, for a test that failed. */
  logs(): string;
  stop(): Promise<void>;
}

/** Of the model that `.env.example` names. */
const DIMENSION = 768;

/** Closes in the reverse order of opening, each in spite of the others. */
function stack(): { add(close: () => Promise<unknown>): void; close(): Promise<void> } {
  const open: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => void open.push(close),
    async close() {
      for (const close of open.splice(0).reverse()) await close().catch((error: unknown) => console.error(error));
    },
  };
}

async function startAll(opened: ReturnType<typeof stack>, { classPath, java = {}, model, proxy, copies = {}, instead = {}, tokens = [] }: ShapeWish): Promise<ComposedShape> {
  const folder = await mkdtemp(join(tmpdir(), "cortex-server-shape-"));
  opened.add(() => rm(folder, { recursive: true, force: true }));
  const secrets = prepareSecrets(folder, tokens);
  const kept = async <One extends Backend>(starting: Promise<One>): Promise<One> => {
    const backend = await starting;
    opened.add(() => backend.stop());
    return backend;
  };
  const [redis, bolt, embedder] = await Promise.all([kept(startRedisBackend(secrets.redisPassword)), kept(startBoltBackend({ classPath, folder, ...java })), kept(startEmbedderBackend(DIMENSION))]);
  writeFileSync(join(secrets.folder, "redis_url"), redis.url);
  const place = {
    addresses: { "memgraph:7687": bolt.address, "redis:6379": redis.address, "ollama:11434": embedder.address },
    secrets: secrets.folder,
    instead: { CORTEX_HOME: join(folder, "home"), ...(model === null ? {} : { CORTEX_MODEL_FOLDER: model }), ...instead },
  };
  const descriptions = readComposeApps();
  async function make(name: string, number: number): Promise<AppProcess> {
    const app = descriptions.find((one) => one.name === name)!;
    const port = await freePort();
    const made = appProcess({ app, number, port, place });
    opened.add(() => made.child.stop());
    return made;
  }
  const wanted = descriptions.flatMap((app) => Array.from({ length: copies[app.name] ?? app.copies }, (_, index) => ({ name: app.name, number: index + 1 })));
  const apps: AppProcess[] = [];
  for (const { name, number } of wanted) apps.push(await make(name, number));
  await Promise.all(apps.map((one) => one.start()));
  const of = (name: string): AppProcess[] => apps.filter(({ app }) => app === name);
  const behind = { recall: of("recall-api").map(({ url }) => url), ingest: of("ingest").map(({ url }) => url) };
  const proxied = proxy === null ? null : await startProxyBefore(opened, { program: proxy, behind, folder });
  const ask = clientOf(addressOf({ proxy: proxied?.url ?? null, ...behind }), secrets.token);
  return {
    redis, bolt, embedder, apps, of, url: proxied?.url ?? null, token: secrets.token, ask,
    another: async (name) => {
      const made = await make(name, of(name).length + 1);
      apps.push(made);
      return made;
    },
    logs: () => [...apps.map(({ child }) => child), ...(proxied === null ? [] : [proxied.proxy])].map((child) => child.log()).join("\n\n"),
    stop: () => opened.close(),
  };
}

async function startProxyBefore(opened: ReturnType<typeof stack>, { program, behind, folder }: { program: string; behind: { recall: string[]; ingest: string[] }; folder: string }): Promise<{ url: string; proxy: Child }> {
  const [port, health] = (await freePorts(2)) as [number, number];
  const hosts = (urls: string[]): string[] => urls.map((url) => new URL(url).host);
  const proxy = await startProxy({ program, ports: { proxy: port, health }, recall: hosts(behind.recall), ingest: hosts(behind.ingest), folder });
  opened.add(() => proxy.stop());
  return { url: `http://127.0.0.1:${port}`, proxy };
}

/**
 * Starts Redis, a Bolt server, an embedder and every app of `docker-compose.yml` as a process of its own, with the commands and the environment of
 * that file; only addresses, ports and folders are of this machine. Takes half a minute. What was started ends again when something fails.
 */
export async function startComposedShape(wish: ShapeWish): Promise<ComposedShape> {
  const opened = stack();
  try {
    return await startAll(opened, wish);
  } catch (error) {
    await opened.close();
    throw error;
  }
}
