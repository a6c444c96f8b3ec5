import { Command, CommanderError } from "commander";

import { captureCommand } from "./commands/capture-command.ts";
import type { CommandContext } from "./commands/command-context.ts";
import { connectCommand, disconnectCommand } from "./commands/connect-command.ts";
import { conflictsCommand } from "./commands/conflicts-command.ts";
import { doctorCommand } from "./commands/doctor-command.ts";
import { entitiesCommand } from "./commands/entities-command.ts";
import { evalCommand } from "./commands/eval-command.ts";
import { explainCommand } from "./commands/explain-command.ts";
import { exportCommand } from "./commands/export-command.ts";
import { flushCommand } from "./commands/flush-command.ts";
import { forgetCommand } from "./commands/forget-command.ts";
import { hookCommand } from "./commands/hook-command.ts";
import { importCommand } from "./commands/import-command.ts";
import { ingestCommand } from "./commands/ingest-command.ts";
import { mcpCommand } from "./commands/mcp-command.ts";
import { memoriesCommand } from "./commands/memories-command.ts";
import { modelCommand } from "./commands/model-command.ts";
import { queueCommand } from "./commands/queue-command.ts";
import { recallCommand } from "./commands/recall-command.ts";
import { rememberCommand } from "./commands/remember-command.ts";
import { statsCommand } from "./commands/stats-command.ts";
import { backupCommand, migrateCommand, restoreCommand } from "./commands/transfer-commands.ts";
import { upCommand } from "./commands/up-command.ts";
import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { Problem, toProblem } from "./problem.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { VERSION } from "./version.ts";

/** In the order of the help, which a person reads from the top. */
const GROUPS: readonly { heading: string; commands: readonly ((context: CommandContext) => Command)[] }[] = [
  { heading: "Start and look:", commands: [upCommand, doctorCommand, statsCommand] },
  { heading: "Connect agents:", commands: [connectCommand, disconnectCommand, hookCommand, mcpCommand] },
  { heading: "Ask and tell:", commands: [recallCommand, rememberCommand, explainCommand, forgetCommand] },
  { heading: "Bring in and take out:", commands: [importCommand, ingestCommand, captureCommand, flushCommand, exportCommand] },
  { heading: "Read and correct:", commands: [memoriesCommand, conflictsCommand, entitiesCommand] },
  { heading: "Tune:", commands: [modelCommand, evalCommand] },
  { heading: "Operate:", commands: [backupCommand, restoreCommand, migrateCommand, queueCommand] },
];

const EXIT_CODES = `
Exit codes: 0 done · 1 failed · 2 used wrongly · 3 done in part (degraded, or work still open) · 4 no service is running

Examples:
  cortex up                                             start the service here
  cortex connect openclaw                               make it the memory of OpenClaw
  cortex import auto ~/Downloads/chatgpt-export.zip     take in what another program keeps
  cortex recall "When is my dentist appointment?"`;

function programOf(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command("cortex")
    .description("One long-term memory for agents: takes in conversations, gives the right pieces back.")
    .version(VERSION, "--version")
    .addHelpText("after", EXIT_CODES)
    .configureOutput({ writeOut: (text) => terminal.say(text.trimEnd()), writeErr: (text) => terminal.note(text.trimEnd()) })
    .showHelpAfterError("(--help shows what it takes)")
    .exitOverride();
  for (const { heading, commands } of GROUPS) {
    for (const make of commands) {
      const command = make(context).helpGroup(heading).copyInheritedSettings(program);
      for (const part of command.commands) part.copyInheritedSettings(command);
      program.addCommand(command);
    }
  }
  return program;
}

function showProblem(terminal: Terminal, error: unknown, json: boolean): ExitCode {
  const problem = toProblem(error);
  if (json) {
    terminal.say(JSON.stringify({ error: { code: problem.code, detail: problem.message, fix: problem.fix } }, null, 2));
  } else {
    const { red } = terminal.noteColours;
    const sentence = /[.!?]$/.test(problem.message) ? problem.message : `${problem.message}.`;
    terminal.note(`${red("cortex:")} ${sentence}${problem.fix === null ? "" : ` ${problem.fix}`}`);
  }
  return problem.exitCode;
}

/** Commander has already told a person what is wrong; help that was asked for ends with 0. */
function usageEnd(terminal: Terminal, error: CommanderError, json: boolean): ExitCode {
  if (error.exitCode === 0) return EXIT.ok;
  if (json) showProblem(terminal, new Problem(error.message.replace(/^error: /, ""), { code: "usage", fix: "--help shows what it takes.", exitCode: EXIT.usage }), json);
  return EXIT.usage;
}

/** To Claude Code, 2 means to take the prompt back, or to keep the agent going: its hooks never end with it. */
const forHooks = ([command, hook]: readonly string[], code: ExitCode): ExitCode => (command === "hook" && (hook === "pre" || hook === "post") && code === EXIT.usage ? EXIT.failed : code);

/** Runs one `cortex` command line and returns its exit code. Never throws. */
export async function runCli(parameters: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = programOf({ terminal, end: (given) => void (code = given) });
  if (parameters.length === 0) {
    program.outputHelp();
    return EXIT.usage;
  }
  try {
    await program.parseAsync([...parameters], { from: "user" });
    return code;
  } catch (error) {
    const json = parameters.includes("--json");
    return forHooks(parameters, error instanceof CommanderError ? usageEnd(terminal, error, json) : showProblem(terminal, error, json));
  }
}
