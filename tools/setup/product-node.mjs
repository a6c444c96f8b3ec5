import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT_NODE, majorOf } from "./node-version.mjs";
import { SetupProblem } from "./setup-problem.mjs";

/** @typedef {{platform: string, arch: string, running: string, runningPath: string, npmNode?: string | undefined}} Host */

/** @returns {Host} */
export function thisHost() {
  return {
    platform: process.platform,
    arch: process.arch,
    running: process.versions.node,
    runningPath: process.execPath,
    npmNode: process.env["npm_node_execpath"],
  };
}

/**
 * Where the package with Node 24 puts its program.
 * @param {string} root
 * @param {Host} host
 * @returns {string}
 */
function packagedNode(root, { platform, arch }) {
  const windows = platform === "win32";
  return join(root, "node_modules", `node-${windows ? "win" : platform}-${arch}`, "bin", windows ? "node.exe" : "node");
}

/**
 * Major version of a Node program; 0 when it does not run here (musl instead of glibc, say). Asking costs some 5 ms.
 * @param {string} file
 */
function majorOfProgram(file) {
  return majorOf(spawnSync(file, ["--version"], { encoding: "utf8" }).stdout ?? "");
}

/**
 * The Node that runs the product: the packaged one, else the host's when it is new enough.
 * @param {string} root
 * @param {Host} host
 * @returns {string} path of the program
 * @throws {SetupProblem} when there is none
 */
export function productNode(root, host) {
  const packaged = packagedNode(root, host);
  if (existsSync(packaged) && majorOfProgram(packaged) >= PRODUCT_NODE) return packaged;
  if (majorOf(host.running) >= PRODUCT_NODE) return host.runningPath;
  if (host.npmNode && majorOfProgram(host.npmNode) >= PRODUCT_NODE) return host.npmNode;
  throw new SetupProblem(
    `No Node ${PRODUCT_NODE} for ${host.platform}-${host.arch} comes as a package: install Node ${PRODUCT_NODE} or newer (https://nodejs.org) beside Node ${host.running}, put it first on the PATH, then run the same command again.`,
  );
}
