import { execFile, spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { EmbeddingServer } from "./embedding-server.ts";
import { PeerUnavailable } from "./peer.ts";
import type { Peer } from "./peer.ts";
import type { RunnerAnswer, RunnerRequest } from "./runner-messages.ts";

export const MEM0_NPM = "3.3.1";
export const MEM0_PYTHON = "2.2.1";

export interface Mem0Wish {
  /** Where the package is installed, and found again by a later run. */
  installed: string;
  /** Where its stores lie; thrown away by the caller. */
  data: string;
  embedding: EmbeddingServer;
  progress: (line: string) => void;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const ROOT_PACKAGE = here("../../../package.json");
const INSTALL_LIMIT_MS = 600_000;
const QUIET = { MEM0_TELEMETRY: "false", MEM0_DISABLE_NOTICES: "true" };

/** mem0's open-source npm package, installed from the registry. Throws {@link PeerUnavailable}. */
export async function openMem0(wish: Mem0Wish): Promise<Peer> {
  const folder = join(wish.installed, "mem0-npm");
  await install(join(folder, "node_modules/mem0ai/package.json"), async () => {
    wish.progress(`installing mem0ai@${MEM0_NPM} from npm into ${folder}`);
    await mkdir(folder, { recursive: true });
    // The SQLite package that this checkout uses comes prebuilt for this Node.
    const { devDependencies } = JSON.parse(await readFile(ROOT_PACKAGE, "utf8")) as { devDependencies: Record<string, string> };
    const sqlite = devDependencies["better-sqlite3"] ?? "*";
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: { mem0ai: MEM0_NPM, "better-sqlite3": sqlite }, overrides: { "better-sqlite3": sqlite } }));
    await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: folder, timeout: INSTALL_LIMIT_MS });
  });
  const child = spawn(process.execPath, [here("mem0-runner.ts"), folder, wish.data, wish.embedding.url, String(wish.embedding.dimension)], { env: { ...process.env, ...QUIET, HOME: wish.data, MEM0_DIR: wish.data } });
  return peerOf(`mem0 ${MEM0_NPM} (npm)`, child);
}

/** mem0's open-source Python package in a virtual environment. Throws {@link PeerUnavailable}. */
export async function openMem0Python(wish: Mem0Wish): Promise<Peer> {
  const folder = join(wish.installed, "mem0-python");
  const python = join(folder, "bin/python");
  await install(join(folder, "mem0-installed"), async () => {
    wish.progress(`installing mem0ai==${MEM0_PYTHON} with pip into ${folder}`);
    await promisify(execFile)("python3", ["-m", "venv", folder], { timeout: INSTALL_LIMIT_MS });
    await promisify(execFile)(python, ["-m", "pip", "install", "--quiet", `mem0ai==${MEM0_PYTHON}`], { timeout: INSTALL_LIMIT_MS });
    await writeFile(join(folder, "mem0-installed"), MEM0_PYTHON);
  });
  const child = spawn(python, [here("mem0_runner.py"), wish.data, wish.embedding.url, String(wish.embedding.dimension)], { env: { ...process.env, ...QUIET, HOME: wish.data, MEM0_DIR: wish.data } });
  return peerOf(`mem0 ${MEM0_PYTHON} (Python)`, child);
}

async function install(proof: string, work: () => Promise<void>): Promise<void> {
  if (await access(proof).then(() => true, () => false)) return;
  try {
    await work();
  } catch (error) {
    throw new PeerUnavailable(`it could not be installed: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`, { cause: error });
  }
}

function peerOf(name: string, child: ChildProcessWithoutNullStreams): Peer {
  let complaints = "";
  child.stderr.on("data", (data: Buffer) => (complaints = (complaints + data.toString()).slice(-2_000)));
  const waiting: { resolve: (answer: RunnerAnswer) => void; reject: (error: Error) => void }[] = [];
  let ended = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = answerIn(line);
    if (answer !== null) waiting.shift()?.resolve(answer);
  });
  const end = (why: string) => {
    ended = true;
    for (const { reject } of waiting.splice(0)) reject(new PeerUnavailable(`${why}: ${complaints.trim()}`));
  };
  child.on("error", (error) => end(error.message));
  child.on("close", (code) => end(`its process ended with ${code ?? "a signal"}`));
  const ask = async (request: RunnerRequest): Promise<RunnerAnswer> => {
    if (ended) throw new PeerUnavailable(`its process has ended: ${complaints.trim()}`);
    const answer = await new Promise<RunnerAnswer>((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
    if (answer.failure !== undefined) throw new PeerUnavailable(answer.failure);
    return answer;
  };
  return {
    name,
    async reset() {
      await ask({ kind: "reset" });
    },
    async add(turns) {
      await ask({ kind: "add", turns });
    },
    async search(question, limit) {
      const { ids = [], milliseconds = 0 } = await ask({ kind: "search", question, limit });
      return { ids, milliseconds };
    },
    async close() {
      child.stdin.end();
      if (!ended) await new Promise<void>((resolve) => child.once("close", () => resolve()));
    },
  };
}

/** Null for what the package itself prints. */
function answerIn(line: string): RunnerAnswer | null {
  try {
    return (JSON.parse(line) as { answer?: RunnerAnswer }).answer ?? null;
  } catch {
    return null;
  }
}
