import { Command } from "commander";

import { readDatasets } from "./datasets/read-datasets.ts";
import { METRICS } from "./metrics.ts";
import { measureQuality, QUALITY_MODES, summariseQuality } from "./quality.ts";
import type { QualityRow, QuestionResult } from "./quality.ts";
import { table } from "./table.ts";

interface Flags {
  data: string;
  json?: boolean;
  only?: string;
  mode?: string;
  deadline?: string;
  kinds?: string;
}

export function qualityCommand(): Command {
  return new Command("quality")
    .description("recall@5/10/20, nDCG@10, MRR and all@10 at turn level, by category, with 95 % bootstrap intervals")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--only <name>", "only this data set")
    .option("--mode <name>", "only this mode: words or hybrid")
    .option("--deadline <ms>", "deadline of each recall instead of the product's default")
    .option("--kinds <list>", "kinds of documents to ask for, instead of the product's default")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  npm run bench quality -- --data ../conversations --json > quality.json")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const datasets = (await readDatasets(flags.data)).filter((dataset) => flags.only === undefined || dataset.name.toLowerCase().includes(flags.only.toLowerCase()));
  if (datasets.length === 0) throw new Error(`No LoCoMo or BEAM file in ${flags.data}.`);
  const modes = QUALITY_MODES.filter((mode) => flags.mode === undefined || mode.name.startsWith(flags.mode));
  const options = {
    deadlineMs: flags.deadline === undefined ? null : Number(flags.deadline),
    kinds: flags.kinds === undefined ? null : flags.kinds.split(","),
    progress: (line: string) => process.stderr.write(`${line}\n`),
  };
  const results: QuestionResult[] = [];
  for (const mode of modes) results.push(...(await measureQuality(datasets, mode, options)));
  const rows = summariseQuality(results);
  process.stdout.write(flags.json === true ? `${JSON.stringify({ rows, questions: results })}\n` : `${render(rows)}\n`);
}

function render(rows: readonly QualityRow[]): string {
  const header = ["data", "mode", "category", "questions", ...METRICS.map((metric) => `${metric} [95 %]`), "degraded"];
  const cells = rows.map((row) => [
    row.dataset, row.mode, row.category, String(row.questions),
    ...METRICS.map((metric) => {
      const { mean, interval } = row.metrics[metric];
      return `${mean.toFixed(1)} [${interval.map((bound) => bound.toFixed(0)).join("–")}]`;
    }),
    String(row.degraded),
  ]);
  return table(header, cells, 3);
}
