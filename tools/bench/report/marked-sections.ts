import { readFile, writeFile } from "node:fs/promises";

const opening = (name: string): string => `<!-- figures: ${name} -->`;
const CLOSING = "<!-- /figures -->";

/** The document with what stands between the marks of a section replaced; the section is added at the end where it has none. */
export function replaceMarkedSection(document: string, name: string, content: string): string {
  const section = `${opening(name)}\n${content.trim()}\n${CLOSING}`;
  const start = document.indexOf(opening(name));
  if (start < 0) return `${document.trimEnd()}\n\n${section}\n`;
  const end = document.indexOf(CLOSING, start);
  const next = document.indexOf("<!-- figures: ", start + 1);
  if (end < 0 || (next >= 0 && next < end)) throw new Error(`The section "${name}" is opened but not closed by ${CLOSING}.`);
  return document.slice(0, start) + section + document.slice(end + CLOSING.length);
}

/** Writes sections into a Markdown file, which is made when it is missing. */
export async function writeMarkedSections(file: string, sections: Readonly<Record<string, string>>): Promise<void> {
  let document = await readFile(file, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "# Benchmarks\n";
    throw error;
  });
  for (const [name, content] of Object.entries(sections)) document = replaceMarkedSection(document, name, content);
  await writeFile(file, document);
}
