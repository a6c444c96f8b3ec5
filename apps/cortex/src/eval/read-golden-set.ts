import { readFile } from "node:fs/promises";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { checkQuestion } from "./golden-question.ts";
import type { GoldenQuestion } from "./golden-question.ts";
import { linesOfItems } from "./lines-of-items.ts";

interface Piece {
  place: string;
  value: unknown;
}

interface Bad {
  place: string;
  reason: string;
}

const MOST_REASONS = 10;

/** Reads a golden set: a JSON list of questions, or JSON Lines. Throws a {@link Problem} that names each bad line. */
export async function readGoldenSet(path: string): Promise<GoldenQuestion[]> {
  return parseGoldenSet(await textOf(path));
}

/** The questions of a golden set's text. Throws as {@link readGoldenSet} does. */
export function parseGoldenSet(text: string): GoldenQuestion[] {
  const { pieces, bad } = piecesOf(text.replace(/^\uFEFF/u, ""));
  const questions: GoldenQuestion[] = [];
  for (const { place, value } of pieces) {
    const checked = checkQuestion(value, place);
    if ("reason" in checked) bad.push(checked);
    else questions.push(checked);
  }
  if (bad.length > 0) throw badFile(bad);
  if (questions.length === 0) throw new Problem("The file holds no questions.", { code: "empty_file", fix: 'Give it lines like {"question": "…", "ids": ["…"]}.', exitCode: EXIT.usage });
  return questions;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new Problem(`The golden set ${path} cannot be read (${code}).`, { code: "unreadable_file", fix: "Check its name and permissions.", exitCode: EXIT.usage, cause: error });
  }
}

function piecesOf(text: string): { pieces: Piece[]; bad: Bad[] } {
  return text.trimStart().startsWith("[") ? piecesOfList(text) : piecesOfLines(text);
}

function piecesOfList(text: string): { pieces: Piece[]; bad: Bad[] } {
  const parsed = parse(text);
  if ("reason" in parsed) return { pieces: [], bad: [{ place: parsed.place ?? "the file", reason: parsed.reason }] };
  const lines = linesOfItems(text);
  return { pieces: (parsed.value as unknown[]).map((value, index) => ({ place: `line ${lines[index] ?? 1}`, value })), bad: [] };
}

function piecesOfLines(text: string): { pieces: Piece[]; bad: Bad[] } {
  const pieces: Piece[] = [];
  const bad: Bad[] = [];
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === "") continue;
    const place = `line ${index + 1}`;
    const parsed = parse(line);
    if ("reason" in parsed) bad.push({ place, reason: "is not JSON" });
    else pieces.push({ place, value: parsed.value });
  }
  return { pieces, bad };
}

function parse(text: string): { value: unknown } | { place: string | null; reason: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const at = /line (\d+) column/u.exec(error instanceof Error ? error.message : "")?.[1];
    return { place: at === undefined ? null : `line ${at}`, reason: "is not JSON" };
  }
}

function badFile(bad: readonly Bad[]): Problem {
  const shown = bad.slice(0, MOST_REASONS).map(({ place, reason }) => `${place}: ${reason}`);
  const more = bad.length > MOST_REASONS ? `; and ${bad.length - MOST_REASONS} more` : "";
  return new Problem(`The golden set has mistakes: ${shown.join("; ")}${more}`, {
    code: "bad_golden_set", fix: 'Each line is {"question": "…"} with "ids", "text" or "none": true.', exitCode: EXIT.usage,
  });
}
