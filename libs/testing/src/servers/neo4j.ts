import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { CortexError } from "@memory-cortex/models";

const MAIN = fileURLToPath(new URL("neo4j/Main.java", import.meta.url));
/** Small, quick to start: the compiler's first stage is enough for tests. */
const JAVA = ["-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--add-opens=java.base/java.nio=ALL-UNNAMED"];
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

export interface Neo4jServer {
  /** bolt://127.0.0.1:PORT */
  url: string;
  port: number;
  /** Its data: another server that is started with it goes on with them. */
  folder: string;
  pid: number;
  /** Ends it in good order. A folder that was made for it goes too. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. The folder stays. */
  kill9(): Promise<void>;
}

export interface Neo4jOptions {
  /** From `findNeo4jClassPath`. */
  classPath: string;
  /** Default: a new one under the system's folder for temporary files. */
  folder?: string;
  /** Default: any free one. */
  port?: number;
  /** Of Java's heap, e.g. "2g". Default 768m. */
  heap?: string;
  /** Compile as a server in use does: slower to start, several times as fast after some minutes. Default false. */
  isOptimised?: boolean;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** The address that the server says it serves at. */
function readyUrl(child: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    let [said, complained] = ["", ""];
    const fail = (why: string): void => reject(new CortexError("store_unavailable", { detail: `The Neo4j for tests ${why}. ${complained}` }));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`was not ready after ${START_LIMIT_MS} ms`);
    }, START_LIMIT_MS);
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      fail(`ended with ${signal ?? code} before it was ready`);
    });
    child.stderr.on("data", (chunk: Buffer) => (complained = (complained + chunk.toString()).slice(-2_000)));
    child.stdout.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
      const url = /^READY (\S+)$/m.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

/** Starts a real Neo4j; 5 to 13 seconds, 300 MB of memory and more. It ends with this process, however this ends. Throws `store_unavailable` with what it said. */
export async function startNeo4j({ classPath, folder, port = 0, heap, isOptimised = false }: Neo4jOptions): Promise<Neo4jServer> {
  const data = folder ?? mkdtempSync(join(tmpdir(), "neo4j-"));
  const memory = heap === undefined ? [] : [`-Xmx${heap}`];
  const child = spawn("java", [...JAVA, ...memory, ...(isOptimised ? ["-XX:TieredStopAtLevel=4"] : []), "-cp", classPath, MAIN, data, String(port)], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const url = await readyUrl(child);
  const clear = (): void => {
    if (folder === undefined) rmSync(data, { recursive: true, force: true });
  };
  return {
    url,
    port: Number(new URL(url).port),
    folder: data,
    pid: child.pid ?? 0,
    kill9: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      await ended;
      clearTimeout(timer);
      clear();
    },
  };
}
