import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort } from "@memory-cortex/testing/servers";

import { NODE_ENVIRONMENT, NODE_FLAGS } from "../setup/run-program.mjs";

/** A service of this checkout in a process of its own, on a free loopback port. */
export interface ThrowawayServer {
  url: string;
  home: string;
  processId: number;
  /** Seconds from the start of the process until it answered. */
  startSeconds: number;
  /** Resident memory of the process in bytes, now and at its most; null where the system does not tell. */
  residentBytes(): Promise<number | null>;
  peakResidentBytes(): Promise<number | null>;
  stop(): Promise<void>;
}

export const throwawayHome = (): Promise<string> => mkdtemp(join(tmpdir(), "memory-cortex-bench-"));
export const removeHome = (home: string): Promise<void> => rm(home, { recursive: true, force: true });

const MAIN = fileURLToPath(new URL("../../apps/cortex/src/main.ts", import.meta.url));
const START_LIMIT_MS = 120_000;
const POLL_MS = 20;

/** @param program what is started instead of `cortex up`, by file and arguments; it answers at CORTEX_PORT and ends at SIGTERM */
export async function startThrowawayServer(home: string, environment: Record<string, string>, program: readonly string[] = [MAIN, "up"]): Promise<ThrowawayServer> {
  const port = await freePort();
  const start = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...NODE_FLAGS, ...program], {
    env: { ...NODE_ENVIRONMENT, ...process.env, CORTEX_HOME: home, CORTEX_HOST: "127.0.0.1", CORTEX_PORT: String(port), CORTEX_RATE_LIMIT_PER_SECOND: "0", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (data: Buffer) => (complaints = (complaints + data.toString()).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const memory = async (field: "VmRSS" | "VmHWM") => {
    const status = await readFile(`/proc/${child.pid ?? 0}/status`, "utf8").catch(() => "");
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "mu").exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  };
  if (!(await answers(url, () => child.exitCode !== null))) {
    await stop();
    throw new Error(`The service did not start: ${complaints}`);
  }
  const startSeconds = (performance.now() - start) / 1_000;
  return { url, home, processId: child.pid ?? 0, startSeconds, residentBytes: () => memory("VmRSS"), peakResidentBytes: () => memory("VmHWM"), stop };
}

async function answers(url: string, gone: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < START_LIMIT_MS && !gone(); waited += POLL_MS) {
    const ready = await fetch(`${url}/healthz`).then((response) => response.ok, () => false);
    if (ready) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
