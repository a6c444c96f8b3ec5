import { createInterface } from "node:readline/promises";

import type { Command } from "commander";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { harmless } from "../terminal/format.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What every command takes that changes a file of somebody else. */
export interface ChangeOptions {
  json?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** A file and what would become of it. */
export interface ShownFile {
  path: string;
  isChange: boolean;
  diff: readonly string[];
}

export function withChangeOptions(command: Command): Command {
  return command.option("--dry-run", "show the change and make none").option("--yes", "make it without asking");
}

function diffLines({ path, diff }: ShownFile, terminal: Terminal): string[] {
  const { green, red, bold } = terminal.noteColours;
  return [bold(path), ...diff.map((line) => harmless(line)).map((line) => (line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line))];
}

/** Shows what would become of each file, beside the answer. */
export function showChange(terminal: Terminal, files: readonly ShownFile[]): void {
  for (const file of files.filter(({ isChange }) => isChange)) for (const line of diffLines(file, terminal)) terminal.note(line);
}

/**
 * Shows the change and asks whether to make it; false when the answer is no. With `--yes` nobody is asked. Throws a problem that ends with 2
 * where there is nobody to ask.
 */
export async function confirmChange({ terminal, files, options, question }: { terminal: Terminal; files: readonly ShownFile[]; options: ChangeOptions; question: string }): Promise<boolean> {
  if (options.json !== true) showChange(terminal, files);
  if (options.yes === true) return true;
  if (options.json === true || !process.stdin.isTTY || !terminal.watched) {
    throw new Problem("Nobody is there to be asked.", { code: "not_confirmed", fix: "Add --yes to make the change, or --dry-run to see it.", exitCode: EXIT.usage });
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
