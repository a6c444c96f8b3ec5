import { join } from "node:path";
import { installState, writeStamp } from "./install-stamp.mjs";
import { npmInstall } from "./npm-install.mjs";
import { productNode, thisHost } from "./product-node.mjs";
import { withLock } from "./setup-lock.mjs";
import { SetupProblem, systemCode, writeProblem } from "./setup-problem.mjs";

/** @typedef {{root: string, environment: NodeJS.ProcessEnv, say: (line: string) => void}} Setup */

/**
 * Makes the folder ready to run: packages as the lockfile says, and a Node 24. Quiet and quick (milliseconds) when there
 * is nothing to do; safe to run from several terminals at once.
 * @param {Setup} setup
 * @returns {Promise<string>} path of the Node to run TypeScript with
 * @throws {SetupProblem} with the one line a person needs
 */
export async function ensureSetup({ root, environment, say }) {
  try {
    if (readState(root) !== "ready") await installOnce({ root, environment, say });
    return productNode(root, thisHost());
  } catch (error) {
    throw error instanceof SetupProblem ? error : (writeProblem(error, root) ?? error);
  }
}

/** @param {string} root */
function readState(root) {
  try {
    return installState(root);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    throw new SetupProblem(`There is no package-lock.json in ${root}: restore it from git (git checkout package-lock.json), then run the same command again.`);
  }
}

/** @param {Setup} setup */
async function installOnce({ root, environment, say }) {
  const lock = {
    file: join(root, ".cortex", "setup.lock"),
    onWait: () => say("Waiting for another set-up of this folder to finish…"),
  };
  await withLock(lock, async () => {
    const state = readState(root);
    if (state === "ready") return;
    const started = Date.now();
    say(state === "missing" ? "Installing packages (first run, about 30 s)…" : "Installing packages (they differ from package-lock.json, about 30 s)…");
    await npmInstall(root, environment);
    writeStamp(root);
    say(`Packages are ready (${Math.round((Date.now() - started) / 1000)} s).`);
  });
}
