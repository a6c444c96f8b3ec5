import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Command } from "commander";

import { RANK_FEATURES } from "@memory-cortex/scoring";

import { readDatasets } from "./datasets/read-datasets.ts";
import type { Dataset } from "./datasets/dataset.ts";
import { collectExamples } from "./fit/collect-examples.ts";
import { crossValidate, figures } from "./fit/cross-validate.ts";
import type { FitFigures } from "./fit/cross-validate.ts";
import { fitListwiseSoftmax } from "./fit/listwise-softmax.ts";
import type { RankingExample } from "./fit/listwise-softmax.ts";
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
  const examples = await collectExamples(datasets, names, {});
  if (flags.examples !== undefined) await writeFile(flags.examples, JSON.stringify({ names, examples }));
  const l2 = Number(flags.l2);
  const weights = fitListwiseSoftmax(examples, l2).map((weight) => Number(weight.toFixed(DECIMALS)));
  process.stdout.write(`${report(examples, weights, l2)}\n\n${table(["feature", "weight"], names.map((name, index) => [name, weights[index]!.toFixed(DECIMALS)]))}\n`);
  const source = weightsSource(datasets, weights, l2);
  if (flags.check !== true) return writeFile(WEIGHTS_FILE, source);
  if ((await readFile(WEIGHTS_FILE, "utf8")) !== source) throw new Error("The committed weights are not what the fit gives: run `npm run bench fit`.");
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

function weightsSource(datasets: readonly Dataset[], weights: readonly number[], l2: number): string {
  const counts = datasets.map(({ name, conversations }) => `${name} (${conversations.length} conversations)`).join(", ");
  const lines = RANK_FEATURES.map(({ name }, index) => `    /* ${name} */ ${weights[index]},`);
  return `// Made by \`npm run bench fit\`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "${counts}, static vectors, L2 ${l2}",
  features: [
${lines.join("\n")}
  ] as readonly number[],
} as const;
`;
}
