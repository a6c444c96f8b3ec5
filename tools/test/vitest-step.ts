import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandOutput } from "./command-output.ts";
import type { StepResult } from "./step-result.ts";
import type { VitestReport } from "./vitest-report.ts";
import { vitestResult } from "./vitest-report.ts";

export type Tier = "small" | "medium" | "e2e" | "server" | "openclaw" | "hosts";

/** A tier that takes longer than this hangs. */
const LIMIT: Record<Tier, number> = { small: 120_000, medium: 2_400_000, e2e: 1_800_000, server: 2_700_000, openclaw: 1_800_000, hosts: 900_000 };

/**
 * Runs the tests of one tier; Vitest prints as it goes, failures in full.
 * @param options `extra` goes to Vitest (file names, `-t NAME`, …)
 */
export async function vitestStep({ root, tier, extra }: { root: string; tier: Tier; extra: readonly string[] }): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), "cortex-vitest-"));
  const file = join(folder, "report.json");
  const filter = filterOf(extra);
  try {
    const { code } = await commandOutput(
      [
        process.execPath,
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        `--project=${tier}`,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...(filter === "none" ? [] : ["--passWithNoTests"]),
        ...extra,
      ],
      { cwd: root, live: true, limit: LIMIT[tier] },
    );
    return vitestResult({ report: readReport(file), exitCode: code, root, filter });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filterOf(extra: readonly string[]): "none" | "files" | "name" {
  if (extra.some((argument) => /^(-t|--testNamePattern)/.test(argument))) return "name";
  return extra.length > 0 ? "files" : "none";
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } catch {
    return null;
  }
}
