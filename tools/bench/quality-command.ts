import { Command, Option } from "commander";

import { BENCH_STORES } from "./bolt/bolt-server.ts";
import type { BenchStore } from "./bolt/bolt-server.ts";
import type { Dataset } from "./datasets/dataset.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { prepareModelFolder } from "./model-folder.ts";
import { ablationTable, measureAblation } from "./quality/ablation.ts";
import type { AblationRow } from "./quality/ablation.ts";
import { calibrationTable, measureCalibration } from "./quality/calibration.ts";
import type { CalibrationRow } from "./quality/calibration.ts";
import { crowdingTable, measureCrowding } from "./quality/crowding.ts";
import type { CrowdingRow } from "./quality/crowding.ts";
import { foreignTable, measureForeign } from "./quality/foreign.ts";
import type { ForeignRow } from "./quality/foreign.ts";
import { measureQuality, summariseQuality } from "./quality/measure.ts";
import type { QualityRow, QuestionResult } from "./quality/measure.ts";
import { QUALITY_MODES } from "./quality/modes.ts";
import type { QualityMode } from "./quality/modes.ts";
import { categoryTable, headlineTable } from "./quality/quality-report.ts";
import { ModeUnavailable } from "./quality/need-legs.ts";
import { withQualityServer } from "./quality/quality-server.ts";
import { everyComparison, withoutParts } from "./quality/variants.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import { renderSections, writeReport } from "./report/write-report.ts";
import type { Sections } from "./report/write-report.ts";
import { UnusableWish } from "./unusable-wish.ts";

interface Flags {
  data: string;
  only?: string;
  mode?: string;
  deadline?: string;
  kinds?: string;
  home?: string;
  store: BenchStore;
  without?: string;
  ablate?: boolean;
  calibration?: boolean;
  foreign?: boolean;
  crowding?: boolean;
  all?: boolean;
  json?: boolean;
  write?: string[];
}

export function qualityCommand(): Command {
  return new Command("quality")
    .description("recall@5/10/20, nDCG@10, MRR and all@10 at turn level, by category, with 95 % bootstrap intervals")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--only <name>", "only this data set")
    .option("--mode <name>", "only this mode: words, hybrid or transformer")
    .option("--deadline <ms>", "deadline of each recall instead of the product's default")
    .option("--kinds <list>", "kinds of documents to ask for, instead of the product's default")
    .option("--home <folder>", "keep the filled homes here and use them again")
    .addOption(new Option("--store <name>", "where the service keeps its data: bolt is a Neo4j that is started for it").choices(BENCH_STORES).default("sqlite"))
    .option("--without <parts>", "also ask without these parts, all of them left out together (captions is one)")
    .option("--ablate", "also ask without each part alone, and asked when the conversation ends; paired differences")
    .option("--calibration", "also the reliability of chance and relevance")
    .option("--foreign", "also questions about other conversations: does the top score separate them?")
    .option("--crowding", "also turns alone against memories and turns")
    .option("--all", "all of these")
    .option("--json", "print JSON")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .addHelpText("after", "\nExamples:\n  npm run bench quality -- --data ../conversations --json > quality.json\n  npm run bench quality -- --data ../conversations --all --write docs/benchmarks.md README.md")
    .action(run);
}

interface Measurements {
  questions: QuestionResult[];
  ablation: AblationRow[];
  calibration: CalibrationRow[];
  foreign: ForeignRow[];
  crowding: CrowdingRow[];
  skipped: { mode: string; reason: string }[];
}

async function run(flags: Flags): Promise<void> {
  const datasets = (await readDatasets(flags.data)).filter(({ name }) => flags.only === undefined || name.toLowerCase().includes(flags.only.toLowerCase()));
  if (datasets.length === 0) throw new UnusableWish(`No data set in ${flags.data} is called ${flags.only ?? ""}.`);
  await prepareModelFolder((line) => process.stderr.write(`${line}\n`));
  const machine = await describeMachine(new Date());
  const found: Measurements = { questions: [], ablation: [], calibration: [], foreign: [], crowding: [], skipped: [] };
  for (const mode of QUALITY_MODES.filter(({ name }) => flags.mode === undefined || name.startsWith(flags.mode))) {
    try {
      await measureMode(found, { mode, datasets, flags, commit: machine.commit });
    } catch (error) {
      if (!(error instanceof ModeUnavailable)) throw error;
      found.skipped.push({ mode: mode.name, reason: error.message });
      process.stderr.write(`\nSKIPPED: ${mode.name} – ${error.message}\n\n`);
    }
  }
  const rows = summariseQuality(found.questions);
  const sections = sectionsOf(rows, found);
  process.stdout.write(`${flags.json === true ? JSON.stringify({ machine, rows, ...found }) : renderSections(sections)}\n`);
  if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: footerOf(found, machineLine(machine)) });
}

async function measureMode(found: Measurements, { mode, datasets, flags, commit }: { mode: QualityMode; datasets: readonly Dataset[]; flags: Flags; commit: string }): Promise<void> {
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const options = { deadlineMs: flags.deadline === undefined ? null : Number(flags.deadline), kinds: flags.kinds?.split(",") ?? null };
  await withQualityServer({ mode, home: flags.home ?? null, store: flags.store, commit, progress }, async (server) => {
    const measured = { server, mode: mode.name, datasets, options, progress };
    found.questions.push(...(await measureQuality(measured)));
    const every = flags.ablate === true || flags.all === true;
    const comparisons = [...(every ? everyComparison(mode.embedders) : []), ...(flags.without === undefined ? [] : [withoutParts(flags.without.split(","))])];
    if (comparisons.length > 0) found.ablation.push(...(await measureAblation(measured, comparisons)));
    if (flags.calibration === true || flags.all === true) found.calibration.push(...(await measureCalibration(measured)));
    if (flags.foreign === true || flags.all === true) found.foreign.push(...(await measureForeign(measured)));
    if (flags.crowding === true || flags.all === true) found.crowding.push(...(await measureCrowding(measured)));
  });
}

/** Only what was measured: a section that this run says nothing of stays as it is. */
function sectionsOf(rows: readonly QualityRow[], found: Measurements): Sections {
  return {
    ...(rows.length > 0 ? { quality: [headlineTable(rows)], "quality-categories": [categoryTable(rows)] } : {}),
    ...(found.ablation.length > 0 ? { "quality-parts": [ablationTable(found.ablation)] } : {}),
    ...(found.calibration.length > 0 ? { "quality-reliability": [calibrationTable(found.calibration)] } : {}),
    ...(found.foreign.length > 0 ? { "quality-foreign": [foreignTable(found.foreign)] } : {}),
    ...(found.crowding.length > 0 ? { "quality-crowding": [crowdingTable(found.crowding)] } : {}),
  };
}

const footerOf = ({ skipped }: Measurements, line: string): string => [...skipped.map(({ mode, reason }) => `Not measured: ${mode} (${reason}).`), line].join(" ");
