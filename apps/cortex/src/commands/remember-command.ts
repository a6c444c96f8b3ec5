import { LIFETIMES, MEMORY_TYPES } from "@memory-cortex/models";
import type { Lifetime, MemoryType, RememberResponse } from "@memory-cortex/models";
import { Option } from "commander";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { fractionOption, integerOption, listOption } from "./integer-option.ts";

interface RememberOptions extends ServiceOptions {
  json?: boolean;
  type?: MemoryType;
  lifetime?: Lifetime;
  ttl?: number;
  namespace?: string;
  project?: string;
  topic?: string;
  tags?: string[];
  importance?: number;
  confidence?: number;
  supersedes?: string;
}

const OUTCOMES: Record<RememberResponse["outcome"], string> = {
  created: "Remembered",
  duplicate: "Known already",
  reinforced: "Known already, and now surer",
  superseded: "Remembered, in place of an older memory",
  conflict: "Remembered, and in conflict with another memory",
};

async function runRemember(context: CommandContext, content: string, options: RememberOptions): Promise<void> {
  const { client, userId } = findService(options);
  const response = await client.remember({
    content,
    user_id: userId,
    type: options.type,
    lifetime: options.lifetime,
    ttl_seconds: options.ttl,
    namespace: options.namespace,
    project: options.project,
    topic: options.topic,
    tags: options.tags,
    importance: options.importance,
    confidence: options.confidence,
    supersedes: options.supersedes,
  });
  const { colours } = context.terminal;
  const of = response.of === undefined ? "" : ` (of ${response.of})`;
  answer(context.terminal, options.json, { value: response, lines: () => [`${colours.green(OUTCOMES[response.outcome])}${of}: ${response.id}`] });
  context.end(EXIT.ok);
}

/** `cortex remember "…"`: keeps one statement as a memory. */
export function rememberCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "remember",
    about: "keep one statement as a memory",
    examples: [
      'cortex remember "The staging server is called otter"',
      'cortex remember "Always answer in metric units" --type rule --importance 0.9',
      'cortex remember "The guest code is 4711" --lifetime ttl --ttl 86400 --tags guests,door',
    ],
  });
  return withService(command)
    .argument("<statement>", "what to remember")
    .addOption(new Option("--type <type>", "kind of statement").choices(MEMORY_TYPES))
    .addOption(new Option("--lifetime <lifetime>", "how long it is kept").choices(LIFETIMES))
    .option("--ttl <seconds>", "with --lifetime ttl: seconds until it ends", integerOption(1, 3_153_600_000))
    .option("--namespace <name>", "namespace to keep it in")
    .option("--project <name>", "project it belongs to")
    .option("--topic <topic>", "a few words on what it is about")
    .option("--tags <list>", "tags, separated by commas", listOption)
    .option("--importance <n>", "0 to 1: how much it matters", fractionOption)
    .option("--confidence <n>", "0 to 1: how sure it is", fractionOption)
    .option("--supersedes <id>", "memory that it takes the place of")
    .action((content: string, options: RememberOptions) => runRemember(context, content, options));
}
