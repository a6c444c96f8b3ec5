import { Command } from "commander";

import type { ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What every command gets: where to write, and how to end. */
export interface CommandContext {
  terminal: Terminal;
  /** The exit code of the process. */
  end(code: ExitCode): void;
}

/** Names, in help order, that a command goes by. */
export interface CommandSummary {
  name: string;
  about: string;
  /** Lines under "Examples:" of its help. */
  examples: readonly string[];
}

/** An empty command with `--json`, and its examples at the end of its help. */
export function newCommand({ name, about, examples }: CommandSummary): Command {
  return new Command(name)
    .description(about)
    .option("--json", "answer as JSON on standard output")
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
}

/** Adds what every command that talks to a service takes. */
export function withService(command: Command): Command {
  return command
    .option("--url <address>", "service to talk to (CORTEX_URL; else the configured host and port)")
    .option("--token <token>", "token to send (CORTEX_TOKEN)")
    .option("--user <id>", "whose memory (CORTEX_USER; else your login name)");
}

/** Shows an answer as JSON or as lines. */
export function answer(terminal: Terminal, json: boolean | undefined, content: { value: unknown; lines: () => readonly string[] }): void {
  if (json) terminal.say(JSON.stringify(content.value, null, 2));
  else for (const line of content.lines()) terminal.say(line);
}
