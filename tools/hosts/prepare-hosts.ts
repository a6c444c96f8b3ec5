import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A host that is published as a program for each platform. */
interface HostProgram {
  /** Where tests read the path of the program. */
  variable: string;
  package: string;
  version: string;
  /** The program for this platform, below the folder that it is installed in. */
  program: string;
}

const TARGET = `${process.platform}-${process.arch}`;
const TRIPLES: Record<string, string> = {
  "linux-x64": "x86_64-unknown-linux-musl", "linux-arm64": "aarch64-unknown-linux-musl", "darwin-x64": "x86_64-apple-darwin", "darwin-arm64": "aarch64-apple-darwin",
};

/** The versions that the connections are tested with. */
export const CLAUDE_CODE: HostProgram = {
  variable: "CORTEX_TEST_CLAUDE_CODE", package: "@anthropic-ai/claude-code", version: "2.1.330",
  program: join("node_modules", "@anthropic-ai", `claude-code-${TARGET}`, "claude"),
};
export const CODEX: HostProgram = {
  variable: "CORTEX_TEST_CODEX", package: "@openai/codex", version: "0.169.0",
  program: join("node_modules", "@openai", `codex-${TARGET}`, "vendor", TRIPLES[TARGET] ?? "none", "bin", "codex"),
};

const LIMIT_MS = 10 * 60_000;

/**
 * Installs a host for tests into a folder of its own (400 MB, once; a later run finds it), outside the project's lockfile, and tells the tests
 * where it is. Install scripts do not run. Null, or why it cannot be had here.
 */
export function prepareHost(root: string, host: HostProgram): string | null {
  const given = process.env[host.variable];
  if (given !== undefined && given !== "") return existsSync(given) ? null : `${host.variable} names a file that is not there`;
  const folder = join(root, "node_modules", ".cache", "hosts", `${host.package.replaceAll(/\W+/g, "-")}-${host.version}`);
  const failure = existsSync(join(folder, host.program)) ? null : install(folder, host);
  if (failure === null) process.env[host.variable] = join(folder, host.program);
  return failure;
}

function install(folder: string, host: HostProgram): string | null {
  console.log(`Installing ${host.package} ${host.version} for tests (400 MB, the first time)…`);
  // Under another name until it is whole: an installation that was broken off must not be found.
  const part = `${folder}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, "package.json"), JSON.stringify({ name: "host-for-tests", version: "1.0.0", private: true }));
  const parameters = ["install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--save-exact", `${host.package}@${host.version}`];
  const { status, stderr, error } = spawnSync("npm", parameters, { cwd: part, encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1e8 });
  if (status !== 0 || !existsSync(join(part, host.program))) {
    rmSync(part, { recursive: true, force: true });
    return status === 0 ? `there is none for ${TARGET}` : `npm could not install it (${error?.message ?? stderr.trim().split("\n").find((line) => line.includes("code")) ?? "no reason given"})`;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(part, folder);
  return null;
}
