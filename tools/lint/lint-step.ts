import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { verdict } from "../test/step-result.ts";
import type { StepResult } from "../test/step-result.ts";
import { nxCommand } from "./nx-command.ts";
import { graphProblems } from "./project-graph.ts";

const SOURCES = ["libs/*/src/**/*.ts", "apps/*/src/**/*.ts", "tools/**/*.{ts,mjs}"];

interface LintedFile {
  filePath: string;
  messages: { ruleId: string | null; message: string; line?: number; column?: number }[];
}

/**
 * Lints everything through Nx, on a project graph that was checked first; fails when files escaped the linter.
 * @param fix also mends what ESLint can mend by itself
 */
export async function lintStep(root: string, fix = false): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), "cortex-lint-"));
  try {
    const problems = await graphProblems(root, join(folder, "graph.json"));
    if (problems.length > 0) return verdict(false, problems.join("\n"));
    const sources = globSync(SOURCES, { cwd: root });
    const file = join(folder, "report.json");
    const { code, text } = await nxCommand(root, ["run", "memory-cortex:lint", `--output-file=${file}`, ...(fix ? ["--fix"] : [])]);
    if (!existsSync(file)) return verdict(false, text);
    const files = JSON.parse(readFileSync(file, "utf8")) as LintedFile[];
    const lines = [...files.flatMap((linted) => messagesOf(linted, root)), ...unlinted(files, { sources, root })];
    if (lines.length === 0 && code === 0) return verdict(true, `${files.length} files, all layers kept.`);
    return verdict(false, lines.join("\n") || text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function messagesOf({ filePath, messages }: LintedFile, root: string): string[] {
  return messages.map(({ line, column, message, ruleId }) => `${relative(root, filePath)}:${line ?? 0}:${column ?? 0} ${message} (${ruleId ?? "parser"})`);
}

/** Sources that ESLint did not look at: an ignore pattern that grew too wide must not pass in silence. */
function unlinted(files: readonly LintedFile[], { sources, root }: { sources: readonly string[]; root: string }): string[] {
  const linted = new Set(files.map(({ filePath }) => relative(root, filePath)));
  return sources.filter((source) => !linted.has(source) && existsSync(join(root, source))).map((source) => `${source}: was not linted.`);
}
