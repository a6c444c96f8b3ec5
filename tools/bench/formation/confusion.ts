import { createStaticEmbedder, embedderRegistry } from "@memory-cortex/embedding";
import { confusionOf, decidePairs, HELD_OUT_PAIRS, startReplayedJudge, TUNING_PAIRS } from "@memory-cortex/formation/pairs";
import type { DecidedPair, Pair, PairDeciders } from "@memory-cortex/formation/pairs";

import { prepareModelFolder } from "../model-folder.ts";
import type { ReportTable } from "../report/report.ts";
import type { FormationInput, FormationSection } from "./section.ts";

const HALVES: readonly [string, readonly Pair[]][] = [["tuning", TUNING_PAIRS], ["held out", HELD_OUT_PAIRS]];
const NOTE = "Each pair is remembered one after the other and read back from the store. Right: update → superseded, contradiction, denial, number → conflict (superseded where the words tell of a change), paraphrase → known, the rest → new.";

/** What becomes of hand-made pairs of statements: by rules alone, with the static model, and with a judge whose recorded verdicts come over the wire. */
export const confusionSection: FormationSection = {
  name: "confusion",
  async measure({ progress }: FormationInput): Promise<ReportTable[]> {
    const tables = await tablesFor("rules, words only", {});
    const folder = await prepareModelFolder(progress);
    if (folder === null) return tables;
    const embedder = await createStaticEmbedder({ folder });
    const judge = await startReplayedJudge();
    try {
      const embedders = embedderRegistry([embedder]);
      tables.push(...(await tablesFor("rules, static model", { embedders })));
      tables.push(...(await tablesFor("rules, static model and judge", { embedders, llms: judge })));
    } finally {
      await judge.close();
      await embedder.close();
    }
    return tables;
  },
};

async function tablesFor(title: string, deciders: PairDeciders): Promise<ReportTable[]> {
  const tables: ReportTable[] = [];
  for (const [half, pairs] of HALVES) tables.push(confusionTable(`What becomes of pairs: ${title}; ${half} half`, await decidePairs(pairs, deciders)));
  return tables;
}

function confusionTable(title: string, decided: readonly DecidedPair[]): ReportTable {
  const rows = [...confusionOf(decided)].map(([kind, { pairs, supersede, conflict, known, new: created, right }]) => {
    const lost = (fault: "destroyed" | "reinforced"): number => decided.filter((one) => one.pair.kind === kind && one[fault]).length;
    return [kind, ...[pairs, supersede, conflict, known, created, right, lost("destroyed"), lost("reinforced")].map(String)];
  });
  const sum = (column: number): string => String(rows.reduce((total, row) => total + Number(row[column]), 0));
  return {
    title,
    note: NOTE,
    header: ["pairs of kind", "pairs", "superseded", "conflict", "known", "new", "right", "destroyed", "old one reinforced"],
    rows: [...rows, ["all", ...Array.from({ length: 8 }, (_, index) => sum(index + 1))]],
    textColumns: 1,
  };
}
