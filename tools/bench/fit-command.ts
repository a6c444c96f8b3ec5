import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { ANSWERABILITY_WEIGHTS, LEAST_ANSWERABILITY, RANK_FEATURES, RANKER_WEIGHTS } from "@memory-cortex/scoring";
import type { RankedLegs } from "@memory-cortex/scoring";
import { Command } from "commander";

import type { Dataset } from "./datasets/dataset.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { collectExamples } from "./fit/collect-examples.ts";
import type { RankingExample } from "./fit/examples.ts";
import { fitSections } from "./fit/fit-report.ts";
import { fitRanker } from "./fit/fit-ranker.ts";
import type { FittedRanker } from "./fit/fit-ranker.ts";
import { weightsSource } from "./fit/weights-source.ts";
import { QUALITY_MODES } from "./quality/modes.ts";
import { ModeUnavailable } from "./quality/need-legs.ts";
import { withQualityServer } from "./quality/quality-server.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import { renderSections, writeReport } from "./report/write-report.ts";

const WEIGHTS_FILE = fileURLToPath(new URL("../../libs/scoring/src/rank/ranker-weights.ts", import.meta.url));
const L2 = 0.03;
const ALL_LEGS = Object.keys(RANKER_WEIGHTS.legs) as RankedLegs[];

interface Flags {
  data: string;
  home?: string;
  l2: string;
  check?: boolean;
  examples?: string;
  write?: string[];
}

export function fitCommand(): Command {
  return new Command("fit")
    .description("fits the linear ranker and its calibration on the conversations of a folder and writes the weights into libs/scoring")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--home <folder>", "keep the filled homes here and use them again")
    .option("--l2 <lambda>", "strength of the L2 penalty", String(L2))
    .option("--check", "write nothing; fail when the committed weights are not what the fit gives")
    .option("--examples <file>", "also write the examples as JSON, to try features elsewhere")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .addHelpText("after", "\nWithout the transformer (`cortex model use minilm`) its weights stay as they are.")
    .action(run);
}

type Collected = Partial<Record<RankedLegs, RankingExample[]>>;

async function run(flags: Flags): Promise<void> {
  const datasets = await readDatasets(flags.data);
  const machine = await describeMachine(new Date());
  const collected = await collect({ datasets, home: flags.home ?? null, commit: machine.commit });
  if (flags.examples !== undefined) await writeFile(flags.examples, JSON.stringify({ names: RANK_FEATURES.map(({ name }) => name), ...collected }));
  const l2 = Number(flags.l2);
  const fitted = Object.fromEntries(Object.entries(collected).map(([legs, examples]) => [legs, fitRanker(examples, l2)])) as Partial<Record<RankedLegs, FittedRanker>>;
  const written = Object.fromEntries(ALL_LEGS.map((legs) => [legs, (flags.check === true ? undefined : fitted[legs]?.features) ?? RANKER_WEIGHTS.legs[legs].features]));
  const sections = fitSections({ collected, fitted, written, l2, thresholds: LEAST_ANSWERABILITY });
  process.stdout.write(`${renderSections(sections)}\n`);
  if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: machineLine(machine) });
  const source = sourceOf(datasets, fitted, l2);
  if (flags.check !== true) return writeFile(WEIGHTS_FILE, source);
  if (!agrees(await readFile(WEIGHTS_FILE, "utf8"), source)) throw new Error("The committed weights are not what the fit gives: run `npm run bench fit`.");
}

/** The transformer's realms serve all three sets of legs; without it, the two others. */
async function collect({ datasets, home, commit }: { datasets: readonly Dataset[]; home: string | null; commit: string }): Promise<Collected> {
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const collectOn = (modeName: string, legs: readonly RankedLegs[]) =>
    withQualityServer({ mode: QUALITY_MODES.find(({ name }) => name === modeName)!, home, commit, progress }, async (server) => {
      const collected: Collected = {};
      for (const one of legs) collected[one] = await collectExamples({ server, datasets, legs: one, names: RANK_FEATURES.map(({ name }) => name), progress });
      return collected;
    });
  try {
    return await collectOn("transformer", ALL_LEGS);
  } catch (error) {
    if (!(error instanceof ModeUnavailable)) throw error;
    progress(`No transformer here (${error.message}): its weights stay as they are.`);
    return collectOn("hybrid", ALL_LEGS.filter((legs) => legs !== "words and two spaces"));
  }
}

function sourceOf(datasets: readonly Dataset[], fitted: Partial<Record<RankedLegs, FittedRanker>>, l2: number): string {
  const counts = datasets.map(({ name, conversations }) => `${name} (${conversations.length} conversations)`).join(", ");
  const legs = Object.fromEntries(ALL_LEGS.map((name) => [name, fitted[name] ?? RANKER_WEIGHTS.legs[name]])) as Parameters<typeof weightsSource>[0]["legs"];
  const answerability = { hybrid: fitted["words and one space"]?.answerability ?? ANSWERABILITY_WEIGHTS.hybrid, words: fitted.words?.answerability ?? ANSWERABILITY_WEIGHTS.words };
  return weightsSource({ fittedOn: `${counts}, L2 ${l2} in units of the standard deviation`, legs, answerability });
}

/** When exactly a growing realm is weighed anew differs from run to run, and with it the vectors, a little. */
const TOLERANCE = 0.25;

function agrees(committed: string, fitted: string): boolean {
  const numbers = (source: string) => (source.match(/(?<=[:/] )-?\d+(?:\.\d+)?(?=[,\s}])/gu) ?? []).map(Number);
  const [left, right] = [numbers(committed), numbers(fitted)];
  return left.length === right.length && left.every((value, index) => Math.abs(value - right[index]!) <= TOLERANCE * Math.max(1, Math.abs(value)));
}
