import { Command } from "commander";

import { makeCorpus } from "./corpus.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { prepareModelFolder } from "./model-folder.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import { renderSections, writeReport } from "./report/write-report.ts";
import { startBenchShape } from "./server/bench-shape.ts";
import { measureLatency } from "./server/measure-latency.ts";
import { measureThroughput } from "./server/measure-throughput.ts";
import { serverSections } from "./server/server-report.ts";
import type { ServerFigures } from "./server/server-report.ts";
import { UnusableWish } from "./unusable-wish.ts";

const PARTS = ["latency", "throughput"] as const;

interface Flags {
  data: string;
  size: string;
  queries: string;
  workers: string;
  turns: string;
  parts: string;
  json?: boolean;
  write?: string[];
}

export function serverCommand(): Command {
  return new Command("server")
    .description("times of recall and /ingest over the server shape, idle and under full ingest, and turns captured by 1, 2 and 4 workers; real Redis and Neo4j")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files; their text is repeated and perturbed")
    .option("--size <n>", "turns in the realm that is asked", "10000")
    .option("--queries <n>", "recalls and acknowledgements for each figure", "400")
    .option("--workers <list>", "numbers of workers", "1,2,4")
    .option("--turns <n>", "turns of the backlog that workers capture", "4000")
    .option("--parts <list>", `only these parts: ${PARTS.join(", ")}`, PARTS.join(","))
    .option("--json", "print JSON")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .addHelpText("after", "\nCORTEX_TEST_CADDY names the program of the proxy; without it the apps are called directly.\n\nExamples:\n  npm run bench server -- --data ../conversations\n  npm run bench server -- --data ../conversations --size 1000 --queries 40 --turns 400 --parts latency")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const parts = new Set(flags.parts.split(","));
  const unknown = [...parts].filter((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown.length > 0) throw new UnusableWish(`There is no part ${unknown.join(", ")}; there are ${PARTS.join(", ")}.`);
  const progress = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
  const corpus = makeCorpus(await readDatasets(flags.data));
  const model = await prepareModelFolder(progress);
  const machine = await describeMachine(new Date());
  progress("starting Redis, Neo4j and the apps");
  const shape = await startBenchShape(model);
  try {
    let asked = 0;
    const wish = { shape, corpus, nextQuestion: () => asked++, progress };
    const latency = parts.has("latency") ? await measureLatency({ ...wish, size: Number(flags.size), queries: Number(flags.queries) }) : null;
    const throughput = parts.has("throughput") ? await measureThroughput({ ...wish, workers: flags.workers.split(",").map(Number), turns: Number(flags.turns) }) : [];
    const figures: ServerFigures = { latency, throughput, proxied: shape.url !== null };
    const sections = serverSections(figures);
    process.stdout.write(`${flags.json === true ? JSON.stringify({ machine, ...figures }) : renderSections(sections)}\n`);
    if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: machineLine(machine) });
  } catch (error) {
    process.stderr.write(`${shape.logs()}\n`);
    throw error;
  } finally {
    await shape.stop();
  }
}
