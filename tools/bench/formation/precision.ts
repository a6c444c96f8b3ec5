import { MEMORY_TYPES } from "@memory-cortex/models";
import type { MemoryType } from "@memory-cortex/models";

import type { ReportTable } from "../report/report.ts";
import { wilsonInterval } from "../statistics/wilson.ts";
import { FAULTS } from "./judgements.ts";
import type { Judgement } from "./judgements.ts";

/** A memory that rules captured; undefined: nobody has read it yet. */
export interface Judged {
  data: string;
  type: MemoryType;
  judgement: Judgement | undefined;
}

/** How many of the memories are right and useful, by type and by data; and what is wrong with the others. */
export function precisionTables(memories: readonly Judged[], unused: number): ReportTable[] {
  const byType = MEMORY_TYPES.map((type) => ({ name: type, group: memories.filter((memory) => memory.type === type) })).filter(({ group }) => group.length > 0);
  const byData = [...Map.groupBy(memories, ({ data }) => data)].map(([name, group]) => ({ name, group }));
  return [
    {
      title: "Memories by rules, read one by one",
      note: `Right: true by its turn, of the right person, with the right date, clear by itself, worth having in a month, and not said before. Judged by one reader (tools/bench/formation/judgements.tsv); the interval is Wilson's, 95 %. Judgements of memories that are captured no more: ${unused}.`,
      header: ["memories", "captured", "judged", "right", "precision %", "not judged yet"],
      rows: [...byType, ...byData, { name: "all", group: memories }].map(({ name, group }) => precisionRow(name, group)),
      textColumns: 1,
    },
    {
      title: "What is wrong with the others",
      header: ["fault", ...byType.map(({ name }) => name), "all"],
      rows: FAULTS.map((fault) => [fault, ...[...byType.map(({ group }) => group), memories].map((group) => String(group.filter(({ judgement }) => judgement === fault).length))]),
      textColumns: 1,
    },
  ];
}

function precisionRow(name: string, group: readonly Judged[]): string[] {
  const judged = group.filter(({ judgement }) => judgement !== undefined).length;
  const right = group.filter(({ judgement }) => judgement === null).length;
  return [name, String(group.length), String(judged), String(right), judged === 0 ? "–" : precisionCell(right, judged), String(group.length - judged)];
}

function precisionCell(right: number, judged: number): string {
  const [low, high] = wilsonInterval(right, judged).map((share) => (100 * share).toFixed(1));
  return `${((100 * right) / judged).toFixed(1)} [${low}–${high}]`;
}
