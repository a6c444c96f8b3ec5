import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { npmProblem } from "./npm-problem.mjs";
import { SetupProblem, systemCode } from "./setup-problem.mjs";

/** npm prints little at this level; the cap is for the one that goes wild. */
const KEPT_OUTPUT = 1_000_000;

const ARGUMENTS = [
  "ci",
  // The linter, the tests and Node 24 are wanted even where NODE_ENV=production or `omit` says otherwise.
  "--include=dev",
  "--include=optional",
  // Nothing here needs a script to be ready, and without them an addon that comes as built is not compiled once more.
  "--ignore-scripts",
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--loglevel=warn",
  // npm's own patience is minutes; without a network a person should know within half a minute.
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=3000",
];

/**
 * How to start npm: the one that runs us, on its own Node, since the Node 24 inside node_modules is deleted by `npm ci`.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{command: string, before: string[]}}
 */
function npmCommand(environment) {
  const { npm_execpath: script, npm_node_execpath: node } = environment;
  if (script && node && basename(script) === "npm-cli.js" && !node.includes("node_modules")) return { command: node, before: [script] };
  return { command: process.platform === "win32" ? "npm.cmd" : "npm", before: [] };
}

/**
 * The environment without folders of packages on the PATH.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
function hostEnvironment(environment) {
  const path = (environment["PATH"] ?? "").split(delimiter).filter((folder) => basename(dirname(folder)) !== "node_modules");
  return { ...environment, PATH: path.join(delimiter) };
}

/**
 * Keeps npm's output where a person can read it.
 * @param {string} root
 * @param {string} output
 * @returns {string | null} the file; null when nothing can be written (a full disk)
 */
function keepOutput(root, output) {
  for (const folder of [join(root, "node_modules", ".cache", "memory-cortex"), tmpdir()]) {
    try {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, folder === tmpdir() ? "memory-cortex-npm.log" : "npm.log");
      writeFileSync(file, output);
      return file;
    } catch {
      // The next place may do.
    }
  }
  return null;
}

/**
 * Installs what the lockfile says (`npm ci`), with the workspace links.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<void>}
 * @throws {SetupProblem} with the one line a person needs
 */
export async function npmInstall(root, environment) {
  const { command, before } = npmCommand(environment);
  const child = spawn(command, [...before, ...ARGUMENTS], {
    cwd: root,
    env: hostEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
    shell: command.endsWith(".cmd"),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-KEPT_OUTPUT)));
  }
  const code = await ended(child);
  if (code !== 0) throw new SetupProblem(npmProblem(output, { folder: root, log: keepOutput(root, output) }));
}

/** Left running, npm would go on changing the folder after we gave the lock back. */
const STOPPING = /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Waits for npm to end; a signal that would stop us stops npm first.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | null>} its exit code
 */
async function ended(child) {
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stopped = true;
    child.kill(signal);
  };
  let stopped = false;
  for (const signal of STOPPING) process.on(signal, stop);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (stopped) throw new SetupProblem("Set-up was stopped; run the same command again to finish it.");
    return code;
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    throw new SetupProblem("npm was not found: install Node with npm (https://nodejs.org), then run the same command again.");
  } finally {
    for (const signal of STOPPING) process.removeListener(signal, stop);
  }
}
