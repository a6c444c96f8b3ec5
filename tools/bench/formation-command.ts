import { Command } from "commander";

import { readDatasets } from "./datasets/read-datasets.ts";
import { FORMATION_SECTIONS } from "./formation/sections.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import type { ReportTable } from "./report/report.ts";
import { renderSections, writeReport } from "./report/write-report.ts";
import { UnusableWish } from "./unusable-wish.ts";

interface Flags {
  data: string;
  only?: string;
  json?: boolean;
  write?: string[];
}

export function formationCommand(): Command {
  return new Command("formation")
    .description("What forming memories costs, and how right it is: tokens a turn, what rules capture, what is believed of a model's answer")
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--only <name>", `only this section: ${FORMATION_SECTIONS.map(({ name }) => name).join(", ")}`)
    .option("--json", "print JSON")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const wanted = FORMATION_SECTIONS.filter(({ name }) => flags.only === undefined || name === flags.only);
  if (wanted.length === 0) throw new UnusableWish(`There is no section ${flags.only ?? ""}; there are ${FORMATION_SECTIONS.map(({ name }) => name).join(", ")}.`);
  const datasets = await readDatasets(flags.data);
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const sections: Record<string, ReportTable[]> = {};
  for (const section of wanted) {
    progress(section.name);
    sections[`formation-${section.name}`] = await section.measure({ datasets, progress });
  }
  const machine = await describeMachine(new Date());
  process.stdout.write(`${flags.json === true ? JSON.stringify({ machine, sections }) : renderSections(sections)}\n`);
  if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: machineLine(machine) });
}
