import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Command } from "commander";

import { LEAST_ANSWERABILITY, RANK_FEATURES } from "@memory-cortex/scoring";

import { readDatasets } from "./datasets/read-datasets.ts";
import type { Dataset } from "./datasets/dataset.ts";
import { collectExamples } from "./fit/collect-examples.ts";
import { crossValidate, figures } from "./fit/cross-validate.ts";
import type { FitFigures } from "./fit/cross-validate.ts";
import { fitListwiseSoftmax } from "./fit/listwise-softmax.ts";
import type { RankingExample } from "./fit/listwise-softmax.ts";
import { crossValidatedSeparation, fitAnswerability } from "./fit/logistic.ts";
import type { AnswerabilityExample } from "./fit/logistic.ts";
import { table } from "./table.ts";

const WEIGHTS_FILE = fileURLToPath(new URL("../../libs/scoring/src/rank/ranker-weights.ts", import.meta.url));
const L2 = 0.01;
const DECIMALS = 3;

interface Flags {
  data: string;
  l2: string;
  check?: boolean;
  examples?: string;
}

export function fitCommand(): Command {
  return new Command("fit")
    .description("fits the linear ranker's weights on the conversations of a folder and writes them into libs/scoring")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--l2 <lambda>", "strength of the L2 penalty", String(L2))
    .option("--check", "write nothing; fail when the committed weights are not what the fit gives")
    .option("--examples <file>", "also write the examples as JSON, to try features elsewhere")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const datasets = await readDatasets(flags.data);
  const names = RANK_FEATURES.map(({ name }) => name);
  const { ranking, answerability } = await collectExamples(datasets, names);
  if (flags.examples !== undefined) await writeFile(flags.examples, JSON.stringify({ names, ranking, answerability }));
  const l2 = Number(flags.l2);
  const weights = rounded(fitListwiseSoftmax(ranking, l2));
  const chances = { hybrid: rounded(fitAnswerability(answerability, true)), words: rounded(fitAnswerability(answerability, false)) };
  const parts = [report(ranking, weights, l2), areaReport(answerability), table(["feature", "weight"], names.map((name, index) => [name, weights[index]!.toFixed(DECIMALS)]))];
  process.stdout.write(`${parts.join("\n\n")}\n`);
  const source = weightsSource({ datasets, weights, chances, l2 });
  if (flags.check !== true) return writeFile(WEIGHTS_FILE, source);
  if (!agrees(await readFile(WEIGHTS_FILE, "utf8"), source)) throw new Error("The committed weights are not what the fit gives: run `npm run bench fit`.");
}

/** When exactly a growing realm is weighed anew differs from run to run, and with it the vectors, a little. */
const TOLERANCE = 0.25;

function agrees(committed: string, fitted: string): boolean {
  const numbers = (source: string) => (source.match(/(?<=[:/] )-?\d+(?:\.\d+)?(?=[,\s}])/gu) ?? []).map(Number);
  const [left, right] = [numbers(committed), numbers(fitted)];
  return left.length === right.length && left.every((value, index) => Math.abs(value - right[index]!) <= TOLERANCE);
}

const rounded = (weights: readonly number[]): number[] => weights.map((weight) => Number(weight.toFixed(DECIMALS)));

function areaReport(examples: readonly AnswerabilityExample[]): string {
  const rows = [true, false].flatMap((withCosine) => crossValidatedSeparation(examples, withCosine, LEAST_ANSWERABILITY).map(({ group, area, missed, refused }) => [
      withCosine ? "words and meaning" : "words only", group, area.toFixed(3), `${(100 * missed).toFixed(1)} %`, `${(100 * refused).toFixed(1)} %`,
    ]),
  );
  return table(["is it about this conversation at all?", "data", "AUC, cross-validated", "context empty: own", "foreign"], rows, 2);
}

function report(examples: readonly RankingExample[], weights: readonly number[], l2: number): string {
  const base = RANK_FEATURES.map(({ name }) => (name === "base" ? 1 : 0));
  const row = (name: string, { group, questions, recall10, ndcg10 }: FitFigures) => [name, group, String(questions), recall10.toFixed(1), ndcg10.toFixed(1)];
  const rows = [
    ...figures(examples.map((example) => ({ example, weights: base }))).map((entry) => row("fusion alone", entry)),
    ...crossValidate(examples, l2).map((entry) => row("linear, cross-validated by conversation", entry)),
    ...figures(examples.map((example) => ({ example, weights }))).map((entry) => row("linear, on what it was fitted on", entry)),
  ];
  return table(["ranking of the best hundred", "data", "questions", "recall@10", "nDCG@10"], rows, 2);
}

interface Fitted {
  datasets: readonly Dataset[];
  weights: readonly number[];
  chances: { hybrid: readonly number[]; words: readonly number[] };
  l2: number;
}

function weightsSource({ datasets, weights, chances, l2 }: Fitted): string {
  const counts = datasets.map(({ name, conversations }) => `${name} (${conversations.length} conversations)`).join(", ");
  const lines = RANK_FEATURES.map(({ name }, index) => `    /* ${name} */ ${weights[index]},`);
  const chance = ([coverage, cosine, offset]: readonly number[]) => `{ coverage: ${coverage}, cosine: ${cosine}, offset: ${offset} }`;
  return `// Made by \`npm run bench fit\`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "${counts}, static vectors, L2 ${l2}",
  features: [
${lines.join("\n")}
  ] as readonly number[],
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: ${chance(chances.hybrid)},
  words: ${chance(chances.words)},
} as const;
`;
}
