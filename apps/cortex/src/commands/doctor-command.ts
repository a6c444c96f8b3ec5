import type { Command } from "commander";

import type { CheckResult, CheckStatus } from "../doctor/check.ts";
import { EXIT } from "../exit-codes.ts";
import { harmless, plural } from "../terminal/format.ts";
import { progressBar } from "../terminal/progress.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface DoctorOptions {
  json?: boolean;
}

const MARKS: Record<CheckStatus, string> = { ok: "✓", warning: "!", failed: "✗" };

function lines(results: readonly CheckResult[], colours: Colours): string[] {
  const paint: Record<CheckStatus, (text: string) => string> = { ok: colours.green, warning: colours.yellow, failed: colours.red };
  const width = Math.max(...results.map(({ check }) => check.length));
  const all = results.flatMap(({ check, status, message, fix }) => [
    `${paint[status](MARKS[status])} ${check.padEnd(width)}  ${harmless(message)}`,
    ...(fix === null ? [] : [`  ${" ".repeat(width)}  → ${fix}`]),
  ]);
  const count = (status: CheckStatus): number => results.filter((result) => result.status === status).length;
  return [...all, "", `${plural(count("ok"), "check")} passed, ${plural(count("warning"), "warning")}, ${count("failed")} failed.`];
}

async function runDoctor({ terminal, end }: CommandContext, options: DoctorOptions): Promise<void> {
  // Loaded on demand: it brings the database, which the other commands do without.
  const { examine } = await import("../doctor/examine.ts");
  const progress = progressBar(terminal, "Checking databases");
  const checks = await examine(progress).finally(() => progress.end());
  const isFailed = checks.some(({ status }) => status === "failed");
  answer(terminal, options.json, { value: { ok: !isFailed, checks }, lines: () => lines(checks, terminal.colours) });
  end(isFailed ? EXIT.failed : EXIT.ok);
}

/** `cortex doctor`: looks at everything that has to be right, and says what to do. */
export function doctorCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "doctor",
    about: "check Node, configuration, disk, port, model, databases and open work, with the fix for what fails",
    examples: ["cortex doctor", 'cortex doctor --json | jq ".checks[] | select(.status != \\"ok\\")"'],
  });
  return command.action((options: DoctorOptions) => runDoctor(context, options));
}
