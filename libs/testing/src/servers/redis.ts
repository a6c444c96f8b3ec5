import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { endWithUs } from "./end-with-us.ts";
import { freePort } from "./free-ports.ts";

/** How long a server may take until it answers, milliseconds. */
const START_LIMIT_MS = 20_000;

/** A Redis of one test, on a port and in a folder of its own. */
export interface RedisServer {
  url: string;
  port: number;
  /** SIGKILL, as when the machine fails. {@link restart} brings it back. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. {@link thaw} ends it. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same port and folder: what it wrote down is there. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** A free one by default. */
  port?: number;
  /** What was acknowledged outlives a kill, as in the compose file. Off by default: faster. */
  appendOnly?: boolean;
  /** Asked of every client, and part of the address; none by default. */
  password?: string;
}

/** Where `redis-server` is: what `CORTEX_TEST_REDIS_SERVER` says, else on the PATH; null without one. */
export function findRedisServer(environment: NodeJS.ProcessEnv = process.env): string | null {
  const given = environment["CORTEX_TEST_REDIS_SERVER"];
  if (given !== undefined && given !== "") return existsSync(given) ? given : null;
  const folders = (environment["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "redis-server")).find((file) => existsSync(file)) ?? null;
}

/** Starts a real Redis and waits until it answers. It ends with this process at the latest. */
export async function startRedis({ port, appendOnly = false, password }: RedisOptions = {}): Promise<RedisServer> {
  const program = findRedisServer();
  if (program === null) throw new Error("There is no redis-server on the PATH.");
  const folder = await mkdtemp(join(tmpdir(), "cortex-redis-"));
  const chosen = port ?? (await freePort());
  const parameters = ["--port", String(chosen), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", appendOnly ? "yes" : "no", "--appendfsync", "always", "--maxmemory-policy", "noeviction", ...(password === undefined ? [] : ["--requirepass", password])];
  let running: ChildProcess | null = null;

  async function start(): Promise<void> {
    const child = spawn(program!, parameters, { stdio: ["ignore", "pipe", "pipe"] });
    endWithUs(child);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    running = child;
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await answers(chosen))) {
      if (child.exitCode !== null) throw new Error(`redis-server ended: ${said}`);
      if (performance.now() > deadline) throw new Error(`redis-server does not answer: ${said}`);
      await wait(20);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${chosen}`,
    port: chosen,
    kill: () => end("SIGKILL"),
    freeze: () => void running?.kill("SIGSTOP"),
    thaw: () => void running?.kill("SIGCONT"),
    restart: async () => {
      await end("SIGKILL");
      await start();
    },
    stop: async () => {
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a Redis at this port takes commands, be it only with a password; while it reads its files it says that it is loading. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("data", (data) => settle(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once("connect", () => socket.write("PING\r\n"));
  });
}
