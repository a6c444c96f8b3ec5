import type { Plugin } from "../plugin.ts";
import { doctor, search, stats, status, whyLast } from "./operator-commands.ts";
import type { Outcome } from "./operator-commands.ts";

/** What is used of the host's command line (commander). */
export interface CommandLine {
  command(name: string): CommandLine;
  description(text: string): CommandLine;
  argument(name: string, about: string): CommandLine;
  option(flags: string, about: string, leftOut?: string): CommandLine;
  action(run: (...given: never[]) => unknown): CommandLine;
}

interface CommandQuestion {
  plugin: Plugin;
  config: () => unknown;
  pluginId: string;
}

interface Shown {
  json?: boolean;
}

const MOST = 50;

/** Adds `cortex status|search|stats|doctor|why` to the host's command line. */
export function addOperatorCommands(program: CommandLine, { plugin, config, pluginId }: CommandQuestion): void {
  const cortex = program.command("cortex").description("Search, inspect and check Memory Cortex");
  const question = () => ({ plugin, config: config(), pluginId });
  asJson(cortex.command("status").description("Whether memory works, and what it holds")).action((options: Shown) => shown(plugin, options, () => status(question())));
  asJson(cortex.command("search").description("What the owner's memory holds on a query").argument("<query...>", "words to look for"))
    .option("--limit <number>", "how many at most", "10")
    .option("--agent <id>", "of this agent, where each has a memory of its own")
    .action((words: string[], options: Shown & { limit: string; agent?: string }) => shown(plugin, options, () => search(plugin, words.join(" "), { limit: limitOf(options.limit), agentId: options.agent })));
  asJson(cortex.command("stats").description("What the owner's memory holds, in figures")).action((options: Shown) => shown(plugin, options, () => stats(plugin)));
  asJson(cortex.command("doctor").description("Check everything between OpenClaw and the memory service, with the fix for what fails")).action((options: Shown) => shown(plugin, options, () => doctor(question())));
  asJson(cortex.command("why").description("What memory added to the last answer, and why"))
    .option("--session <key>", "of this session (agent:main:main); default: whatever was last")
    .action((options: Shown & { session?: string }) => shown(plugin, options, () => whyLast(plugin, options.session)));
}

const asJson = (command: CommandLine): CommandLine => command.option("--json", "answer as JSON");

const limitOf = (told: string): number => Math.min(MOST, Math.max(1, Math.floor(Number(told)) || 10));

/** Prints what a command gives; what fails is told in one line with its fix, and in the exit code. */
async function shown(plugin: Plugin, { json = false }: Shown, run: () => Promise<Outcome>): Promise<void> {
  try {
    const { value, lines, isFine } = await run();
    console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
    if (!isFine) process.exitCode = 1;
  } catch (error) {
    const { code, sentence, fix } = plugin.service.failed(error);
    if (json) console.log(JSON.stringify({ error: { code, message: sentence, fix } }, null, 2));
    else console.error(`${sentence} ${fix}`);
    process.exitCode = 1;
  }
}
