import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureSetup } from "./ensure-setup.mjs";
import { runProgram } from "./run-program.mjs";
import { SetupProblem } from "./setup-problem.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Sets the folder up when needed, then runs one of its TypeScript files; ends this process.
 * What it has to say goes to standard error: standard output is the program's.
 * @param {string[]} command the file, from the top of the folder, and its arguments
 * @returns {Promise<never>}
 */
export async function launch([file, ...rest]) {
  const say = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
  try {
    if (file === undefined) throw new SetupProblem("Usage: node tools/setup/run.mjs FILE.ts [ARGUMENT…]");
    if (!existsSync(join(ROOT, file))) throw new SetupProblem(`There is no ${file} in ${ROOT}: restore it from git, or check the name.`);
    const node = await ensureSetup({ root: ROOT, environment: process.env, say });
    return await runProgram({ node, root: ROOT, file: join(ROOT, file), arguments: rest, environment: process.env });
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    say(error.message);
    process.exit(1);
  }
}
