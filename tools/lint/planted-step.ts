import { verdict } from "../test/step-result.ts";
import type { StepResult } from "../test/step-result.ts";
import { nxCommand } from "./nx-command.ts";
import { PLANTED } from "./planted-violations.ts";

/** Plants violations of the rules that matter most; passes only when lint finds each of them. */
export async function plantedStep(root: string): Promise<StepResult> {
  const { code, text } = await nxCommand(root, ["run", "memory-cortex:lint-planted"]);
  const judged = text.split("\n").filter((line) => line.startsWith("✔ ")).length;
  if (code === 0 && judged === PLANTED.length) return verdict(true, `${judged} planted texts, each judged rightly.`);
  return verdict(false, text);
}
