import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lintStep } from "../lint/lint-step.ts";
import { plantedStep } from "../lint/planted-step.ts";
import { closingLine, stepLine } from "./closing-line.ts";
import { excuseSkipped } from "./excuse-skipped.ts";
import type { Excused, Prerequisite } from "./excuse-skipped.ts";
import { hostPrerequisites, openclawPrerequisite, preparePrerequisites } from "./prerequisites.ts";
import { sumOf, verdict } from "./step-result.ts";
import type { StepResult } from "./step-result.ts";
import { typecheckStep } from "./typecheck-step.ts";
import { vitestStep } from "./vitest-step.ts";

const HELP = `Checks the project.

  npm test                       everything: typecheck, lint, small, medium and end-to-end tests
  npm run lint                   ESLint, layer rules, and planted violations that must be found
  npm run lint -- --fix          the same, mending what can be mended by itself
  npm run typecheck              the TypeScript compiler, strict
  npm run test:small             tests without input or output (under 20 s)
  npm run test:medium            tests with one real part each: a SQLite file, loopback HTTP
  npm run test:e2e               tests that start the real processes
  npm run test:server            all processes of docker-compose.yml over a real Redis and a real Bolt server, killed one after the other
  npm run test:server -- --rounds 5    with fewer kills than the usual 30
  npm run test:openclaw          a real OpenClaw with its plugin, against a model and a Telegram on loopback (650 MB the first time)
  npm run test:hosts             a real Claude Code against a model on loopback, and a real Codex (800 MB the first time)

What follows -- goes to Vitest:
  npm run test:small -- libs/text
  npm test -- -t "aligns a window"

The static model is prepared first where tests need it. A test is skipped only for the want of something that cannot be had here,
and is then listed; any other skipped test has failed. The last line is "N passed, M failed". Exit code 0 when nothing failed.`;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const OPENCLAW_STEP = "openclaw tests";
const HOSTS_STEP = "host tests";

type Step = (extra: readonly string[]) => Promise<StepResult>;

const STEPS: Record<string, Record<string, Step>> = {
  typecheck: { typecheck: () => typecheckStep(ROOT) },
  lint: { lint: (extra) => lintStep(ROOT, extra.includes("--fix")), "planted violations": () => plantedStep(ROOT) },
  small: { "small tests": (extra) => vitestStep({ root: ROOT, tier: "small", extra }) },
  medium: { "medium tests": (extra) => vitestStep({ root: ROOT, tier: "medium", extra }) },
  e2e: { "end-to-end tests": (extra) => vitestStep({ root: ROOT, tier: "e2e", extra }) },
  server: { "server tests": (extra) => vitestStep({ root: ROOT, tier: "server", extra }) },
  openclaw: { [OPENCLAW_STEP]: (extra) => vitestStep({ root: ROOT, tier: "openclaw", extra }) },
  hosts: { [HOSTS_STEP]: (extra) => vitestStep({ root: ROOT, tier: "hosts", extra }) },
};

/** How often the server tests kill a part goes to them; the rest is Vitest's. */
function withoutRounds(extra: readonly string[]): readonly string[] {
  const place = extra.indexOf("--rounds");
  if (place < 0) return extra;
  process.env["CORTEX_TEST_ROUNDS"] = extra[place + 1] ?? "";
  return extra.toSpliced(place, 2);
}

/** Steps whose tests use real parts. */
const NEEDING = new Set(["medium tests", "end-to-end tests", "server tests"]);

/** Runs one step; one that breaks is a failed step, so that the others still run and the closing line still comes. */
async function runStep({ name, step, extra, needs }: { name: string; step: Step; extra: readonly string[]; needs: readonly Prerequisite[] }): Promise<Excused> {
  console.log(`\n▶ ${name}`);
  const started = performance.now();
  const ended = await step(extra).catch((error: unknown) => verdict(false, error instanceof Error ? (error.stack ?? error.message) : String(error)));
  const excused = excuseSkipped(ended, needs);
  const { result } = excused;
  if (result.report) console.log(result.report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${result.failed === 0 ? "✔" : "✘"} ${name}: ${stepLine(result)} (${seconds} s)`);
  return excused;
}

function printSkipped(excuses: Excused["excuses"]): void {
  if (excuses.length === 0) return;
  console.log(`\n!! ${excuses.length} SKIPPED, which proves nothing about them:`);
  for (const { test, why } of excuses) console.log(`!!   ${test} (${why})`);
}

async function main([which = "all", ...rest]: string[]): Promise<number> {
  // npm takes the dashes off; by hand they stay.
  const extra = withoutRounds(rest[0] === "--" ? rest.slice(1) : rest);
  if (which === "--help" || which === "-h" || extra.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const groups = which === "all" ? Object.values(STEPS) : [STEPS[which] ?? {}];
  const steps = groups.flatMap((group) => Object.entries(group));
  if (steps.length === 0) {
    console.error(`There is no step "${which}": all, ${Object.keys(STEPS).join(", ")}. See --help.`);
    return 2;
  }
  const needs = [
    ...(steps.some(([name]) => NEEDING.has(name)) ? await preparePrerequisites(ROOT) : []),
    ...(steps.some(([name]) => name === OPENCLAW_STEP) ? [openclawPrerequisite(ROOT)] : []),
    ...(steps.some(([name]) => name === HOSTS_STEP) ? hostPrerequisites(ROOT) : []),
  ];
  const ended: Excused[] = [];
  for (const [name, step] of steps) ended.push(await runStep({ name, step, extra, needs }));
  const results = ended.map(({ result }) => result);
  const total = sumOf(results);
  const tests = results.filter((_, index) => steps[index]?.[0].endsWith("tests"));
  const nothingRan = tests.length > 0 && tests.every(({ passed, failed }) => passed + failed === 0);
  printSkipped(ended.flatMap(({ excuses }) => excuses));
  const failedSteps = steps.filter((_, index) => results[index]?.failed !== 0).map(([name]) => name);
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(", ")}.`);
  if (nothingRan) console.log("\nNo test ran, so nothing is known.");
  console.log(`\n${closingLine(total)}`);
  return total.failed > 0 || nothingRan ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
