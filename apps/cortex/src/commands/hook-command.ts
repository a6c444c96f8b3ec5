import { Command } from "commander";

import { withChangeOptions } from "../connect/confirm-change.ts";
import type { HookOptions } from "../hook/hook-service.ts";
import type { HookStreams } from "../hook/run-hook.ts";
import type { InstallOptions } from "../hook/run-install.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

const withHookOptions = (command: Command): Command =>
  command
    .option("--home <folder>", "data folder, for configuration and watermarks (CORTEX_HOME)")
    .option("--url <address>", "service to talk to (CORTEX_URL)")
    .option("--user <id>", "whose memory (CORTEX_USER; else your login name)")
    .option("--namespace <name>", "namespace to read and to write");

/** Standard output is read by Claude Code, so nothing else may stand there. */
const streamsOf = (terminal: Terminal): HookStreams => ({ input: process.stdin, output: (text) => terminal.say(text), note: (line) => terminal.note(line) });

function running(context: CommandContext, { name, about, example }: { name: "pre" | "post"; about: string; example: string }): Command {
  const command = newCommand({ name, about, examples: [example] })
    // What is not known must not end with 2: to Claude Code that means to take the prompt back.
    .allowUnknownOption()
    .argument("[more...]", "not looked at");
  return withHookOptions(command).action(async (_more: string[], options: HookOptions) => {
    const { runPostHook, runPreHook } = await import("../hook/run-hook.ts");
    context.end(await (name === "pre" ? runPreHook : runPostHook)(options, streamsOf(context.terminal)));
  });
}

function changing(context: CommandContext, { name, about }: { name: "install" | "uninstall"; about: string }): Command {
  const command = newCommand({ name, about, examples: [`cortex hook ${name} --dry-run`, `cortex hook ${name}              # for the project in this folder, on this machine`, `cortex hook ${name} --global     # for all projects`] });
  const options = name === "install" ? withHookOptions(command) : command.option("--home <folder>", "data folder (CORTEX_HOME)");
  return withChangeOptions(options)
    .option("--global", "in the settings of all projects")
    .action(async (given: InstallOptions) => {
      const { runInstall, runUninstall } = await import("../hook/run-install.ts");
      await (name === "install" ? runInstall : runUninstall)(context, given);
    });
}

/** `cortex hook`: recall before each prompt of Claude Code and capture after each turn, without anybody asking for it. */
export function hookCommand(context: CommandContext): Command {
  return new Command("hook")
    .description("the hooks of Claude Code: recall before each prompt, capture after each turn")
    .addHelpText("after", "\nExamples:\n  cortex hook install --dry-run     what would be changed, and nothing else\n  cortex hook install --global      for all projects")
    .addCommand(running(context, { name: "pre", about: "for UserPromptSubmit: reads the event, answers with what is remembered; Claude Code runs it", example: `echo '{"session_id":"s","cwd":"'$PWD'","prompt":"Which port do I use?"}' | cortex hook pre` }))
    .addCommand(running(context, { name: "post", about: "for Stop: reads the event and sends what was said since the last time; Claude Code runs it", example: "cortex hook post < event.json" }))
    .addCommand(changing(context, { name: "install", about: "set both up in the settings of Claude Code: shows the change, backs up, applies, tries it" }))
    .addCommand(changing(context, { name: "uninstall", about: "take both out again, as if they had never been there" }));
}
