import { execFile } from "node:child_process";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import Database from "better-sqlite3";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Where and when a run was made, so that its figures can be judged later. */
export interface Machine {
  date: string;
  processor: string;
  cores: number;
  memoryGigabytes: number;
  /** Mean number of runnable processes in the minute before the run: near 0 on a quiet machine. */
  load: number;
  node: string;
  sqlite: string;
  /** Short id of the commit, with "+" when the code of the checkout differs from it. */
  commit: string;
}

export async function describeMachine(now: Date): Promise<Machine> {
  return {
    date: now.toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? "unknown processor",
    cores: availableParallelism(),
    load: loadavg()[0] ?? 0,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    sqlite: sqliteVersion(),
    commit: await commitOf(),
  };
}

function sqliteVersion(): string {
  const database = new Database(":memory:");
  try {
    return database.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "unknown";
  } finally {
    database.close();
  }
}

async function commitOf(): Promise<string> {
  const git = async (...parameters: string[]) => (await promisify(execFile)("git", parameters, { cwd: ROOT })).stdout.trim();
  try {
    const changed = await git("status", "--porcelain", "--untracked-files=no", "--", "libs", "apps", "tools");
    return `${await git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : "+"}`;
  } catch {
    return "unknown";
  }
}

/** One line under a section of figures. */
export function machineLine({ date, processor, cores, memoryGigabytes, load, node, sqlite, commit }: Machine): string {
  return `${date}, ${processor}, ${cores} cores, ${memoryGigabytes} GB, load before the run ${load.toFixed(1)}; Node ${node}, SQLite ${sqlite}, commit ${commit}.`;
}
