import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { openBoltStore } from "@memory-cortex/store-bolt";
import { Command } from "commander";

import { startBenchNeo4j } from "./bolt/bolt-server.ts";
import { benchEmbedder, fillStore } from "./bolt/filled-store.ts";
import { measureLegs } from "./bolt/measure-legs.ts";
import type { LegFigures } from "./bolt/measure-legs.ts";
import { makeCorpus } from "./corpus.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { prepareModelFolder } from "./model-folder.ts";
import { latencyCell } from "./speed/latency.ts";
import { table } from "./table.ts";
import { removeHome, throwawayHome } from "./throwaway-server.ts";
import { UnusableWish } from "./unusable-wish.ts";

interface Flags {
  data: string;
  documents: string;
  queries: string;
  home?: string;
  json?: boolean;
}

export function boltCommand(): Command {
  return new Command("bolt")
    .description("times of recall's legs over a real Neo4j, beside a bare text query and a bare vector query on the same server in the same run")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files; their text is repeated and perturbed")
    .option("--documents <n>", "turns of the user", "100000")
    .option("--queries <n>", "questions", "200")
    .option("--home <folder>", "keep the filled database here and use it again")
    .option("--json", "print JSON")
    .action(run);
}

const ROWS: readonly [name: Exclude<keyof LegFigures, "ratio">, title: string][] = [
  ["bareText", "bare text query"],
  ["bareVector", "bare vector query"],
  ["words", "leg of words"],
  ["meaning", "leg of meaning"],
  ["together", "both legs at once"],
];

function shown(figures: LegFigures): string {
  const rows = ROWS.map(([name, title]) => [title, latencyCell(figures[name])]);
  return `${table(["", "p50 / p95 / p99 ms"], rows)}\n\np95 of both legs is ${figures.ratio.toFixed(2)} × that of the two bare queries together.`;
}

async function run(flags: Flags): Promise<void> {
  const progress = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
  const corpus = makeCorpus(await readDatasets(flags.data));
  const folder = await prepareModelFolder(progress);
  if (folder === null) throw new UnusableWish("Without the static model there are no vectors to measure.");
  const home = flags.home ?? (await throwawayHome());
  await mkdir(home, { recursive: true });
  const server = await startBenchNeo4j(join(home, "neo4j"));
  const store = await openBoltStore({ url: server.url, clock: { now: () => Date.now() } });
  try {
    const embedder = await benchEmbedder(folder);
    const documents = Number(flags.documents);
    const wish = { userId: `bench-${documents}`, documents, corpus, embedder, progress };
    const spaceId = await fillStore(store, wish);
    const figures = await measureLegs({ store, url: server.url, spaceId, questions: Number(flags.queries), ...wish });
    process.stdout.write(`${flags.json === true ? JSON.stringify(figures) : shown(figures)}\n`);
  } finally {
    await store.close();
    await server.stop();
    if (flags.home === undefined) await removeHome(home);
  }
}
