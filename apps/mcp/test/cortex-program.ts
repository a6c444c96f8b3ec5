import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createCortexClient } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import { endWithUs, freePort } from "@memory-cortex/testing/servers";

/** The `cortex` command as a user starts it. */
export const CORTEX = fileURLToPath(new URL("../../cortex/src/main.ts", import.meta.url));

export interface Running {
  output: { stdout: string; stderr: string };
  /** Sends a signal, if any, and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  child: ChildProcess;
}

/** Only what is given: nothing of the tester's own settings. */
export function environmentOf(home: string, extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home, CORTEX_MODEL_DOWNLOAD: "false", CORTEX_EMBEDDERS: "[]", ...extra };
}

/** Starts `cortex …`; its standard input stays open. */
export function startCortex(parameters: readonly string[], environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [CORTEX, ...parameters], { env: environment, stdio: ["pipe", "pipe", "pipe"] });
  endWithUs(child);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (output.stderr += text));
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once("close", (code) => resolve(code));
  return {
    child, output,
    async end(signal) {
      if (signal !== undefined) child.kill(signal);
      return ended;
    },
  };
}

/** Resolves with the first match in what a process says; rejects when it ends before. */
export async function untilSays({ child, output }: Running, stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const look = (): void => {
    const found = pattern.exec(output[stream]);
    if (found !== null) resolve(found);
  };
  child[stream]?.on("data", look);
  child.once("close", (code) => reject(new Error(`Ended with ${String(code)} before it said ${String(pattern)}: ${output.stderr}`)));
  look();
  return promise;
}

export interface TestService {
  url: string;
  port: number;
  home: string;
  client: CortexClient;
  /** Ends the service, and starts it again on the same port and data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** A service of its own: real, embedded, words only. */
export async function startService(extra: Record<string, string> = {}): Promise<TestService> {
  const home = await mkdtemp(join(tmpdir(), "memory-cortex-mcp-"));
  const port = await freePort();
  let running: Running | null = null;
  const service: TestService = {
    url: `http://127.0.0.1:${port}`, port, home,
    client: createCortexClient({ url: `http://127.0.0.1:${port}`, token: extra["CORTEX_TOKEN"] }),
    async start() {
      running = startCortex(["up", "--json"], environmentOf(home, { CORTEX_PORT: String(port), ...extra }));
      await untilSays(running, "stdout", /"docs".*\}\s*$/s);
    },
    async stop() {
      await running?.end("SIGTERM");
      running = null;
    },
    async remove() {
      await service.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
  await service.start();
  return service;
}
