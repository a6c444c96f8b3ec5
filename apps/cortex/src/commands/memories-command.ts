import { LIFETIMES, MEMORY_TYPES } from "@memory-cortex/models";
import type { Lifetime, MemoryType } from "@memory-cortex/models";
import { Command, Option } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { memoryDetails, memoryLine } from "../terminal/memory-lines.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { fractionOption, integerOption, listOption } from "./integer-option.ts";

interface CommonOptions extends ServiceOptions {
  json?: boolean;
  namespace?: string;
}
interface ListOptions extends CommonOptions {
  type?: MemoryType;
  lifetime?: Lifetime;
  tags?: string[];
  project?: string;
  history?: boolean;
  limit: number;
  cursor?: string;
}
interface EditOptions extends CommonOptions {
  type?: MemoryType;
  topic?: string;
  tags?: string[];
  importance?: number;
  confidence?: number;
  validFrom?: string;
  validTo?: string;
}

const whose = (userId: string, { namespace }: CommonOptions): { user_id: string; namespace: string | undefined } => ({ user_id: userId, namespace });

async function runList(context: CommandContext, options: ListOptions): Promise<void> {
  const { client, userId } = findService(options);
  const { type, lifetime, project, tags, limit, cursor, history } = options;
  const page = await client.listMemories({ ...whose(userId, options), type, lifetime, project, tags, limit, cursor, include_history: history });
  const { colours } = context.terminal;
  answer(context.terminal, options.json, { value: page, lines: () => (page.memories.length === 0 ? ["No memories."] : page.memories.map((memory) => memoryLine(memory, colours))) });
  if (!options.json && page.next_cursor !== null) context.terminal.note(`There are more: --cursor ${page.next_cursor}`);
  context.end(EXIT.ok);
}

async function runShow(context: CommandContext, id: string, options: CommonOptions): Promise<void> {
  const { client, userId } = findService(options);
  const memory = await client.getMemory({ ...whose(userId, options), id });
  answer(context.terminal, options.json, { value: memory, lines: () => memoryDetails(memory, context.terminal.colours) });
  context.end(EXIT.ok);
}

async function runHistory(context: CommandContext, id: string, options: CommonOptions): Promise<void> {
  const { client, userId } = findService(options);
  const history = await client.memoryHistory({ ...whose(userId, options), id });
  answer(context.terminal, options.json, { value: history, lines: () => history.versions.map((memory) => memoryLine(memory, context.terminal.colours)) });
  context.end(EXIT.ok);
}

async function runEdit(context: CommandContext, [id, content]: [string, string | undefined], options: EditOptions): Promise<void> {
  const { client, userId } = findService(options);
  const { type, topic, tags, importance, confidence, validFrom, validTo } = options;
  const memory = await client.updateMemory({ ...whose(userId, options), id, content, type, topic, tags, importance, confidence, valid_from: validFrom, valid_to: validTo });
  answer(context.terminal, options.json, { value: memory, lines: () => [`${context.terminal.colours.green("New version")} ${memory.id}, in place of ${memory.supersedes ?? id}`] });
  context.end(EXIT.ok);
}

async function runRetire(context: CommandContext, id: string, options: CommonOptions & { forget?: boolean }): Promise<void> {
  const { client, userId } = findService(options);
  const done = await client.deleteMemory({ ...whose(userId, options), id, forget: options.forget });
  answer(context.terminal, options.json, { value: done, lines: () => [done.status === "erased" ? `Erased ${id}; it does not come back by itself.` : `Retired ${id}; its history stays.`] });
  context.end(EXIT.ok);
}

const NAMESPACE = ["--namespace <name>", "namespace it is in"] as const;

function listCommand(context: CommandContext): Command {
  const command = newCommand({ name: "list", about: "memories, newest first", examples: ["cortex memories list", "cortex memories list --type preference --tags food --history"] });
  return withService(command)
    .option(...NAMESPACE)
    .addOption(new Option("--type <type>", "kind of statement").choices(MEMORY_TYPES))
    .addOption(new Option("--lifetime <lifetime>", "how long it is kept").choices(LIFETIMES))
    .option("--tags <list>", "with one of these tags, separated by commas", listOption)
    .option("--project <name>", "of this project")
    .option("--history", "earlier versions and ended memories too")
    .option("--limit <n>", "at most", integerOption(1, 200), 50)
    .option("--cursor <cursor>", "where the last page ended")
    .action((options: ListOptions) => runList(context, options));
}

function editCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "edit",
    about: "make a new version of a memory; what is not named stays, and the old version stays in its history",
    examples: ['cortex memories edit ID "The staging server is called heron"', "cortex memories edit ID --importance 0.9 --tags servers", "cortex memories edit ID --valid-to 2026-05-01T00:00:00Z"],
  });
  return withService(command)
    .argument("<id>", "the memory")
    .argument("[statement]", "its new words")
    .option(...NAMESPACE)
    .addOption(new Option("--type <type>", "kind of statement").choices(MEMORY_TYPES))
    .option("--topic <topic>", "a few words on what it is about")
    .option("--tags <list>", "tags, separated by commas", listOption)
    .option("--importance <n>", "0 to 1: how much it matters", fractionOption)
    .option("--confidence <n>", "0 to 1: how sure it is", fractionOption)
    .option("--valid-from <time>", "since when it is true")
    .option("--valid-to <time>", "until when it was true")
    .action((id: string, content: string | undefined, options: EditOptions) => runEdit(context, [id, content], options));
}

/** `cortex memories`: read, correct and end what is remembered. */
export function memoriesCommand(context: CommandContext): Command {
  const show = withService(newCommand({ name: "show", about: "one memory, with everything known about it", examples: ["cortex memories show ID"] }));
  show.argument("<id>", "the memory").option(...NAMESPACE).action((id: string, options: CommonOptions) => runShow(context, id, options));
  const history = withService(newCommand({ name: "history", about: "all versions of a memory, oldest first", examples: ["cortex memories history ID"] }));
  history.argument("<id>", "any version").option(...NAMESPACE).action((id: string, options: CommonOptions) => runHistory(context, id, options));
  const retire = withService(newCommand({ name: "retire", about: "end a memory; --forget erases it for good", examples: ["cortex memories retire ID", "cortex memories retire ID --forget"] }));
  retire.argument("<id>", "the memory").option(...NAMESPACE).option("--forget", "erase it, and do not take it in again")
    .action((id: string, options: CommonOptions & { forget?: boolean }) => runRetire(context, id, options));
  const command = new Command("memories").description("list, show, correct and end what is remembered");
  for (const part of [listCommand(context), show, history, editCommand(context), retire]) command.addCommand(part.copyInheritedSettings(command));
  return command;
}
