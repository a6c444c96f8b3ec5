// Run by Nx (target lint-planted): lints the planted violations and fails unless each is found.
import { globSync } from "node:fs";
import { ESLint } from "eslint";
import ts from "typescript";
import type { Planted } from "./planted-violations.ts";
import { PLANTED } from "./planted-violations.ts";

/** typescript-eslint goes blind with a compiler that has no JavaScript API (7.x). */
const COMPILER = "6.";

/** Null when the linter judged the text rightly, else what it did instead. */
async function misjudged(eslint: ESLint, { as, text, rule }: Planted): Promise<string | null> {
  const filePath = globSync(as)[0];
  if (filePath === undefined) return `there is no ${as} to stand in for`;
  const [result] = await eslint.lintText(text, { filePath });
  const messages = result?.messages ?? [];
  const broken = messages.find(({ fatal }) => fatal);
  if (broken) return `the parser failed: ${broken.message}`;
  if (rule === null) return messages.length === 0 ? null : `must pass, but: ${messages.map(({ message }) => message).join("; ")}`;
  return messages.some(({ ruleId }) => ruleId === rule) ? null : `${rule} did not see it in ${filePath}`;
}

if (!ts.version.startsWith(COMPILER)) {
  console.log(`✘ the linter's TypeScript is ${ts.version}; it needs ${COMPILER}x`);
  process.exitCode = 1;
}
const eslint = new ESLint();
for (const planted of PLANTED) {
  const problem = await misjudged(eslint, planted);
  if (problem !== null) process.exitCode = 1;
  console.log(problem === null ? `✔ ${planted.rule === null ? "allowed" : "found"}: ${planted.what}` : `✘ ${planted.what}: ${problem}`);
}
