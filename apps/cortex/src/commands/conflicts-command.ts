import type { ConflictView } from "@memory-cortex/models";
import { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { memoryLine } from "../terminal/memory-lines.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";

interface ConflictOptions extends ServiceOptions {
  json?: boolean;
  namespace?: string;
}

function conflictLines({ group, memories }: ConflictView, colours: Colours): string[] {
  return [`${colours.bold("Conflict")} ${group}`, ...memories.map((memory) => `  ${memoryLine(memory, colours)}`)];
}

async function runList(context: CommandContext, options: ConflictOptions & { limit: number }): Promise<void> {
  const { client, userId } = findService(options);
  const page = await client.listConflicts({ user_id: userId, limit: options.limit, namespace: options.namespace });
  const lines = () => (page.conflicts.length === 0 ? ["No open conflicts."] : page.conflicts.flatMap((conflict) => conflictLines(conflict, context.terminal.colours)));
  answer(context.terminal, options.json, { value: page, lines });
  context.end(EXIT.ok);
}

async function runResolve(context: CommandContext, group: string, options: ConflictOptions & { keep: string }): Promise<void> {
  const { client, userId } = findService(options);
  const resolved = await client.resolveConflict({ group, user_id: userId, winner: options.keep, namespace: options.namespace });
  answer(context.terminal, options.json, { value: resolved, lines: () => [`Kept ${resolved.winner}; ended ${resolved.retired.join(", ")}.`] });
  context.end(EXIT.ok);
}

/** `cortex conflicts`: memories that cannot all be true, and which of them stands. */
export function conflictsCommand(context: CommandContext): Command {
  const list = withService(newCommand({ name: "list", about: "memories that cannot all be true", examples: ["cortex conflicts list"] }));
  list.option("--namespace <name>", "namespace to look in").option("--limit <n>", "at most", integerOption(1, 200), 50)
    .action((options: ConflictOptions & { limit: number }) => runList(context, options));
  const resolve = withService(newCommand({ name: "resolve", about: "say which memory stands; the others end and do not come back", examples: ["cortex conflicts resolve GROUP --keep ID"] }));
  resolve.argument("<group>", "the conflict, from `cortex conflicts list`").requiredOption("--keep <id>", "the memory that is true").option("--namespace <name>", "namespace it is in")
    .action((group: string, options: ConflictOptions & { keep: string }) => runResolve(context, group, options));
  const command = new Command("conflicts").description("memories that cannot all be true: list them, and say which stands");
  for (const part of [list, resolve]) command.addCommand(part.copyInheritedSettings(command));
  return command;
}
