import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version that the plugin is tested with. */
export const OPENCLAW_VERSION = "2026.9.6";
/** Where tests read the path of its command. */
export const OPENCLAW_VARIABLE = "CORTEX_TEST_OPENCLAW";

const LIMIT_MS = 15 * 60_000;
const COMMAND = join("node_modules", "openclaw", "openclaw.mjs");

/**
 * Installs OpenClaw for tests into a folder of its own (650 MB, once; a later run finds it), outside the project's lockfile, and tells the
 * tests where it is. Install scripts do not run. Null, or why it cannot be had here.
 */
export function prepareOpenclaw(root: string): string | null {
  const given = process.env[OPENCLAW_VARIABLE];
  if (given !== undefined && given !== "") return existsSync(given) ? null : `${OPENCLAW_VARIABLE} names a file that is not there`;
  const folder = join(root, "node_modules", ".cache", "openclaw", OPENCLAW_VERSION);
  const failure = installedVersion(folder) === OPENCLAW_VERSION ? null : install(folder);
  if (failure === null) process.env[OPENCLAW_VARIABLE] = join(folder, COMMAND);
  return failure;
}

function installedVersion(folder: string): string | null {
  if (!existsSync(join(folder, COMMAND))) return null;
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", "openclaw", "package.json"), "utf8")) as { version: string };
  return version;
}

function install(folder: string): string | null {
  console.log(`Installing OpenClaw ${OPENCLAW_VERSION} for tests (650 MB, a minute the first time)…`);
  // Under another name until it is whole: an installation that was broken off must not be found.
  const part = `${folder}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, "package.json"), JSON.stringify({ name: "openclaw-for-tests", version: "1.0.0", private: true }));
  const parameters = ["install", "--prefix", part, "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--save-exact", `openclaw@${OPENCLAW_VERSION}`];
  // Under `npm test` the environment tells npm of the project around, which this must not become a part of.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
  const { status, stderr, error } = spawnSync("npm", parameters, { cwd: part, env: environment, encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1e8 });
  if (status !== 0 || installedVersion(part) !== OPENCLAW_VERSION) {
    rmSync(part, { recursive: true, force: true });
    return `npm could not install it (${error?.message ?? stderr.trim().split("\n").find((line) => line.includes("code")) ?? "no reason given"})`;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(part, folder);
  return null;
}
