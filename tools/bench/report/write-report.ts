import { readFile } from "node:fs/promises";

import { writeMarkedSections } from "./marked-sections.ts";
import { renderMarkdown, renderPlain } from "./report.ts";
import type { ReportTable } from "./report.ts";

/** Tables by the marked section that they belong to. */
export type Sections = Readonly<Record<string, readonly ReportTable[]>>;

export const renderSections = (sections: Sections): string => renderPlain(Object.values(sections).flat());

/** A file that has some of the sections gets those; one that has none gets all. */
export async function writeReport(files: readonly string[], { sections, footer }: { sections: Sections; footer: string }): Promise<void> {
  for (const file of files) {
    const document = await readFile(file, "utf8").catch(() => "");
    const known = Object.keys(sections).filter((name) => document.includes(`<!-- figures: ${name} -->`));
    const names = known.length > 0 ? known : Object.keys(sections);
    await writeMarkedSections(file, Object.fromEntries(names.map((name) => [name, `${renderMarkdown(sections[name] ?? [])}\n\n${footer}`])));
  }
}
