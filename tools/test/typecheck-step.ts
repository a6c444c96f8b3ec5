import { join } from "node:path";
import { commandOutput } from "./command-output.ts";
import { verdict } from "./step-result.ts";
import type { StepResult } from "./step-result.ts";

const LIMIT = 900_000;

/** Checks the types of everything in tsconfig.json, and that there was something to check. */
export async function typecheckStep(root: string): Promise<StepResult> {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { code, text } = await commandOutput([process.execPath, compiler, "--noEmit", "--pretty", "false", "-p", "tsconfig.json"], { cwd: root, limit: LIMIT });
  return verdict(code === 0, code === 0 ? "" : text.trim() || `The compiler ended with ${code ?? "a signal"}.`);
}
