import { analyse } from "@memory-cortex/text";

/** A slice of a file that is searched as one. */
export interface Passage {
  path: string;
  /** First and last line, from 1. */
  startLine: number;
  endLine: number;
  text: string;
  /** When its file was changed last, epoch milliseconds. */
  changedAt: number;
  /** How often each index term occurs. */
  terms: ReadonlyMap<string, number>;
  length: number;
}

/** About 400 tokens with 80 in common with the next, as the host's own search cuts them. */
const CHARS = 1_600;
const OVERLAP_CHARS = 320;

/** Cuts a file into passages of whole lines, at headings where one begins late enough. */
export function passagesOf(path: string, text: string, changedAt = 0): Passage[] {
  const lines = text.split(/\r?\n/);
  const passages: Passage[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = endOf(lines, start);
    const body = lines.slice(start, end).join("\n");
    if (body.trim() !== "") passages.push(passage({ path, startLine: start + 1, endLine: end, text: body, changedAt }));
    start = end >= lines.length ? lines.length : Math.max(start + 1, overlapStart(lines, end));
  }
  return passages;
}

function passage(slice: Omit<Passage, "terms" | "length">): Passage {
  const terms = new Map<string, number>();
  // The path names the matter of many notes ("memory/2026-03-01-berlin.md").
  const all = analyse(`${slice.path.replace(/\.md$/, "").replaceAll("/", " ")}\n${slice.text}`);
  for (const term of all) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { ...slice, terms, length: all.length };
}

function endOf(lines: readonly string[], start: number): number {
  let chars = 0;
  for (let index = start; index < lines.length; index += 1) {
    const length = lines[index]!.length + 1;
    if (index > start && chars + length > CHARS) return index;
    if (index > start && chars > CHARS / 2 && lines[index]!.startsWith("#")) return index;
    chars += length;
  }
  return lines.length;
}

/** A heading begins anew; within a section the last lines are repeated. */
function overlapStart(lines: readonly string[], end: number): number {
  if (lines[end]!.startsWith("#")) return end;
  let start = end;
  let chars = 0;
  while (start > 0 && chars + lines[start - 1]!.length + 1 <= OVERLAP_CHARS) {
    chars += lines[start - 1]!.length + 1;
    start -= 1;
  }
  return start;
}
