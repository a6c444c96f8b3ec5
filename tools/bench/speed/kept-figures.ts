import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { SizeFigures } from "./measure-size.ts";

interface Kept {
  commit: string;
  figures: SizeFigures;
}

/** What this run measured, with the parts that earlier runs of the same commit measured in the same home; kept there for the next. */
export async function withKeptFigures(home: string, commit: string, figures: SizeFigures): Promise<SizeFigures> {
  const file = join(home, "bench-figures.json");
  const text = await readFile(file, "utf8").catch(() => null);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  const whole = kept?.commit === commit ? merged(kept.figures, figures) : figures;
  await writeFile(file, JSON.stringify({ commit, figures: whole } satisfies Kept));
  return whole;
}

/** Memory counts only after recalls. */
export function merged(before: SizeFigures, now: SizeFigures): SizeFigures {
  const recalled = now.steady !== undefined || now.parallel !== undefined || now.long !== undefined;
  return { ...before, ...now, resident: recalled ? now.resident : before.resident, filling: now.filling.account === null ? before.filling : now.filling };
}
