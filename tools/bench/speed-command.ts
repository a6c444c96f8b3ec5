import { Command } from "commander";

import { makeCorpus } from "./corpus.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { measureSpeed } from "./speed.ts";
import type { Latency, SpeedRow } from "./speed.ts";
import { table } from "./table.ts";

interface Flags {
  data: string;
  sizes: string;
  queries: string;
  json?: boolean;
}

export function speedCommand(): Command {
  return new Command("speed")
    .description("p50, p95, p99 of recall and /ingest over HTTP by size of the realm, beside bare FTS5 and sqlite-vec queries on the same file")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files; their text is repeated and perturbed")
    .option("--sizes <list>", "turns in the realm", "1000,10000,100000")
    .option("--queries <n>", "recalls and acknowledgements for each figure", "300")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  npm run bench speed -- --data ../conversations --sizes 1000,10000")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const corpus = makeCorpus(await readDatasets(flags.data));
  if (corpus.questions.length === 0) throw new Error(`No LoCoMo or BEAM file in ${flags.data}.`);
  const rows: SpeedRow[] = [];
  for (const size of flags.sizes.split(",").map(Number)) {
    rows.push(await measureSpeed({ size, queries: Number(flags.queries), corpus, progress: (line) => process.stderr.write(`${line}\n`) }));
  }
  process.stdout.write(flags.json === true ? `${JSON.stringify(rows)}\n` : `${render(rows)}\n`);
}

const milliseconds = ({ p50, p95, p99 }: Latency): string[] => [p50, p95, p99].map((value) => value.toFixed(2));

function render(rows: readonly SpeedRow[]): string {
  const lines = rows.flatMap((row) => {
    const size = String(row.size);
    const line = (name: string, latency: Latency, base: Latency | null) => [size, name, ...milliseconds(latency), base === null ? "" : `${(latency.p50 / base.p50).toFixed(2)} ×`, base === null ? "" : `${(latency.p95 / base.p95).toFixed(2)} ×`];
    const bareBoth = row.bareMeaning === null ? null : sum(row.bareWords, row.bareMeaning);
    return [
      line("recall over HTTP, words only", row.wordsOnly, row.bareWords),
      line("recall over HTTP, hybrid", row.hybrid, bareBoth),
      line("  of it the query's embedding", row.queryEmbedding, null),
      line("bare FTS5 query", row.bareWords, null),
      ...(row.bareMeaning === null ? [] : [line("bare sqlite-vec query", row.bareMeaning, null)]),
      line("/ingest acknowledgement (2 turns)", row.acknowledgement, null),
    ];
  });
  const totals = rows.map((row) => [
    String(row.size), row.ingestPerSecond.toFixed(0), row.embeddedPerSecond.toFixed(0), row.residentBytes === null ? "?" : (row.residentBytes / 1e6).toFixed(0), String(row.degraded),
  ]);
  return [
    table(["turns", "milliseconds", "p50", "p95", "p99", "p50 ÷ bare", "p95 ÷ bare"], lines, 2),
    "",
    table(["turns", "acknowledged/s", "embedded/s", "resident MB", "late answers"], totals),
  ].join("\n");
}

const sum = (left: Latency, right: Latency): Latency => ({ p50: left.p50 + right.p50, p95: left.p95 + right.p95, p99: left.p99 + right.p99 });
