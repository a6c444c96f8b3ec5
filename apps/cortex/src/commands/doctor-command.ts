import { Argument } from "commander";
import type { Command } from "commander";

import type { ServiceOptions } from "../client/find-service.ts";
import { checkLines } from "../doctor/check-lines.ts";
import type { CheckResult, CheckStatus } from "../doctor/check.ts";
import { EXIT } from "../exit-codes.ts";
import { plural } from "../terminal/format.ts";
import { progressBar } from "../terminal/progress.ts";
import type { Progress } from "../terminal/progress.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface DoctorOptions extends ServiceOptions {
  json?: boolean;
}

function lines(results: readonly CheckResult[], colours: Colours): string[] {
  const count = (status: CheckStatus): number => results.filter((result) => result.status === status).length;
  return [...checkLines(results, colours), "", `${plural(count("ok"), "check")} passed, ${plural(count("warning"), "warning")}, ${count("failed")} failed.`];
}

// Loaded on demand: the first brings the database, which the other commands do without.
const EXAMINERS: Record<string, (progress: Progress, options: DoctorOptions) => Promise<CheckResult[]>> = {
  service: async (progress) => (await import("../doctor/examine.ts")).examine(progress),
  "claude-code": async () => (await import("../hook/examine-claude-code.ts")).examineClaudeCode(),
  openclaw: async (_progress, options) => (await import("../connect/openclaw/doctor-openclaw.ts")).examineOpenclaw(options),
};

async function runDoctor({ terminal, end }: CommandContext, what: string, options: DoctorOptions): Promise<void> {
  const progress = progressBar(terminal, "Checking databases");
  const checks = await EXAMINERS[what]!(progress, options).finally(() => progress.end());
  const isFailed = checks.some(({ status }) => status === "failed");
  answer(terminal, options.json, { value: { ok: !isFailed, checks }, lines: () => lines(checks, terminal.colours) });
  end(isFailed ? EXIT.failed : EXIT.ok);
}

/** `cortex doctor`: looks at everything that has to be right, and says what to do. */
export function doctorCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "doctor",
    about: "check Node, configuration, disk, port, model, databases and open work, or the connection of an agent, with the fix for what fails",
    examples: ["cortex doctor", "cortex doctor openclaw", 'cortex doctor --json | jq ".checks[] | select(.status != \\"ok\\")"'],
  });
  return withService(command)
    .addArgument(new Argument("[what]", "the service and its data, or the connection of an agent").choices(Object.keys(EXAMINERS)).default("service"))
    .action((what: string, options: DoctorOptions) => runDoctor(context, what, options));
}
