import { openMemoryFile, textOf } from "./workspace-files.ts";

const DEFAULT_LINES = 120;
const MOST_LINES = 2_000;
const MOST_CHARS = 12_000;

/** An excerpt of a memory file, as the host's own reader gives it. */
export type Excerpt =
  | { status: "ok"; text: string; path: string; from: number; lines: number; truncated?: true; nextFrom?: number }
  | { status: "not_found"; text: ""; path: string };

export interface Place {
  workspace: string;
  path: string;
  /** First line, from 1. */
  from?: number | undefined;
  /** How many lines; 120 when it is left out. */
  lines?: number | undefined;
}

/** Reads lines of a memory file of the workspace, 12,000 characters at most. Throws `PathNotAllowed` for any other file. */
export async function readMemoryFile({ workspace, path, from, lines }: Place): Promise<Excerpt> {
  const file = await openMemoryFile(workspace, path);
  if (file === null) return { status: "not_found", text: "", path };
  return excerptOf(await textOf(file), { path, from, lines });
}

/** Lines of a text; where it goes on is told in the text and as `nextFrom`. */
export function excerptOf(text: string, { path, from, lines }: Omit<Place, "workspace">): Excerpt {
  const all = text.split(/\r?\n/);
  if (all.at(-1) === "") all.pop();
  const start = Math.max(1, Math.floor(from ?? 1));
  const wanted = all.slice(start - 1, start - 1 + Math.min(MOST_LINES, Math.max(1, Math.floor(lines ?? DEFAULT_LINES))));
  const { kept, chars } = fitting(wanted);
  const excerpt = kept.join("\n");
  const next = start + kept.length;
  const common = { status: "ok" as const, path, from: start, lines: kept.length };
  if (chars > MOST_CHARS) {
    // One line longer than all that may be shown: there is no line to go on from.
    return { ...common, text: `${excerpt.slice(0, MOST_CHARS).toWellFormed()}\n\n[The rest of this line is left out: it is too long.]`, truncated: true, ...(next <= all.length ? { nextFrom: next } : {}) };
  }
  if (next > all.length || kept.length === 0) return { ...common, text: excerpt };
  return { ...common, text: `${excerpt}\n\n[More content available. Use from=${String(next)} to continue.]`, truncated: true, nextFrom: next };
}

function fitting(lines: readonly string[]): { kept: string[]; chars: number } {
  const kept: string[] = [];
  let chars = 0;
  for (const line of lines) {
    if (kept.length > 0 && chars + line.length + 1 > MOST_CHARS) break;
    kept.push(line);
    chars += line.length + (kept.length > 1 ? 1 : 0);
  }
  return { kept, chars };
}
