import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { Command } from "commander";

import { makeCorpus } from "./corpus.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { UnusableWish } from "./unusable-wish.ts";
import { prepareModelFolder } from "./model-folder.ts";
import { QUALITY_MODES } from "./quality/modes.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import { renderSections, writeReport } from "./report/write-report.ts";
import { measureGrowth } from "./speed/growth.ts";
import type { GrowthFigures } from "./speed/growth.ts";
import { withKeptFigures } from "./speed/kept-figures.ts";
import { measureSize, SPEED_PARTS } from "./speed/measure-size.ts";
import type { SizeFigures, SpeedPart } from "./speed/measure-size.ts";
import type { SizeWish } from "./speed/size-wish.ts";
import { speedSections, transformerSections } from "./speed/speed-report.ts";
import { removeHome, throwawayHome } from "./throwaway-server.ts";

interface Flags {
  data: string;
  sizes: string;
  queries: string;
  recalls: string;
  recallsAt: string;
  parts: string;
  mode: string;
  home?: string;
  json?: boolean;
  write?: string[];
}

export function speedCommand(): Command {
  return new Command("speed")
    .description("times of recall and /ingest over HTTP by size of the realm, beside bare FTS5 and sqlite-vec queries on the same file; memory, start, growth")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files; their text is repeated and perturbed")
    .option("--sizes <list>", "turns in the realm", "1000,10000,100000")
    .option("--queries <n>", "recalls and acknowledgements for each figure", "300")
    .option("--recalls <n>", "length of the long run that counts slow recalls", "10000")
    .option("--recalls-at <size>", "size at which the long run is made", "100000")
    .option("--parts <list>", `only these parts: ${SPEED_PARTS.join(", ")}`, SPEED_PARTS.join(","))
    .option("--mode <name>", "hybrid, or transformer for its vectors as a further leg", "hybrid")
    .option("--home <folder>", "keep the filled homes here and use them again; an interrupted filling goes on, and parts measured by the same commit stay in the tables")
    .option("--json", "print JSON")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .addHelpText("after", "\nExamples:\n  npm run bench speed -- --data ../conversations --sizes 1000,10000 --parts steady\n  npm run bench speed -- --data ../conversations --sizes 10000,100000,1000000 --home ../filled --write docs/benchmarks.md README.md")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const corpus = makeCorpus(await readDatasets(flags.data));
  const progress = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
  const sizes = flags.sizes.split(",").map(Number).sort((a, b) => a - b);
  const parts = partsOf(flags.parts);
  const folder = await prepareModelFolder(progress);
  const machine = await describeMachine(new Date());
  const root = flags.home ?? (await throwawayHome());
  const mode = QUALITY_MODES.find(({ name }) => name === flags.mode);
  if (mode === undefined) throw new UnusableWish(`There is no mode ${flags.mode}.`);
  const isHybrid = mode.name === "hybrid";
  let asked = 0;
  const wishOf = (size: number): SizeWish => ({ size, queries: Number(flags.queries), corpus, nextQuestion: () => asked++, commit: machine.commit, environment: mode.environment, embedders: isHybrid && folder === null ? [] : mode.embedders, progress });
  const homeOf = (size: number) => join(root, `turns-${size}${isHybrid ? "" : `-${mode.name}`}`);
  try {
    const figures: SizeFigures[] = [];
    for (const size of sizes) {
      await mkdir(homeOf(size), { recursive: true });
      const measured = await measureSize({ wish: wishOf(size), home: homeOf(size), parts, longRecalls: size === Number(flags.recallsAt) ? Number(flags.recalls) : 0, modelFolder: folder });
      figures.push(await withKeptFigures(homeOf(size), machine.commit, measured));
    }
    const growth = parts.has("growth") ? await growthOf(sizes, homeOf, wishOf) : null;
    const largest = figures.at(-1);
    if (growth !== null && largest !== undefined) figures.splice(-1, 1, await withKeptFigures(homeOf(largest.size), machine.commit, { ...largest, growth }));
    const sections = isHybrid ? speedSections(figures) : transformerSections(figures);
    process.stdout.write(`${flags.json === true ? JSON.stringify({ machine, sizes: figures }) : renderSections(sections)}\n`);
    if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: machineLine(machine) });
  } finally {
    if (flags.home === undefined) await removeHome(root);
  }
}

function partsOf(list: string): Set<SpeedPart> {
  const named = list.split(",");
  const unknown = named.filter((name) => !(SPEED_PARTS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new UnusableWish(`There is no part ${unknown.join(", ")}; there are ${SPEED_PARTS.join(", ")}.`);
  return new Set(named as SpeedPart[]);
}

const SMALL = 10_000;

/** The largest realm beside one of 10,000 turns, or beside the smallest there is. */
async function growthOf(sizes: readonly number[], homeOf: (size: number) => string, wishOf: (size: number) => SizeWish): Promise<GrowthFigures | null> {
  const large = sizes.at(-1);
  const small = sizes.includes(SMALL) && large !== SMALL ? SMALL : sizes[0];
  if (small === undefined || large === undefined || small >= large) return null;
  const wish = wishOf(large);
  wish.progress(`growth: ${small} and ${large} turns side by side`);
  return measureGrowth({ small: { size: small, home: homeOf(small) }, large: { size: large, home: homeOf(large) } }, wish);
}
