import type { Explanation } from "@memory-cortex/recall";
import { instant } from "@memory-cortex/models/wire";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { parseConfiguration } from "../eval/configuration.ts";
import type { Configuration } from "../eval/configuration.ts";
import { EXIT } from "../exit-codes.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { explanationLines } from "./explain-lines.ts";
import { integerOption } from "./integer-option.ts";
import { noteDegraded, PATIENCE } from "./recall-command.ts";

interface ExplainOptions extends ServiceOptions {
  json?: boolean;
  limit: number;
  namespace?: string;
  askedAt?: number;
  with?: Configuration;
  why: string[];
}

function timeOption(value: string): number {
  const parsed = instant.safeParse(value);
  if (!parsed.success) throw new InvalidArgumentError("It takes a time like 2025-11-14T09:30:00Z.");
  return parsed.data;
}

async function runExplain(context: CommandContext, query: string, options: ExplainOptions): Promise<void> {
  const { url, ...settings } = options.with ?? {};
  const { client, userId } = findService(url === undefined ? options : { ...options, url });
  const explanation = (await client.explain({
    query, user_id: userId, limit: options.limit, namespace: options.namespace, asked_at: options.askedAt, why: options.why, ...PATIENCE, ...settings,
  })) as unknown as Explanation;
  answer(context.terminal, options.json, { value: explanation, lines: () => explanationLines(explanation, options.limit, context.terminal.colours) });
  if (!options.json) noteDegraded(context.terminal, explanation.degraded);
  context.end(explanation.degraded.length > 0 ? EXIT.partial : EXIT.ok);
}

/** `cortex explain "…"`: why these items, why not the others, why not this one. */
export function explainCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "explain",
    about: "why these items and not the others, stage by stage; --why: why not this one",
    examples: [
      'cortex explain "When is my dentist appointment?"',
      'cortex explain "When is my dentist appointment?" --why msg-17     # id or external_id; may be repeated',
      'cortex explain "dentist" --with "preset=hybrid without=meaning"   # with request settings, as in `cortex eval`',
      'cortex explain "dentist" --limit 3 --json',
    ],
  });
  return withService(command)
    .argument("<query>", "question, or words to look for")
    .option("--why <id>", "turn or memory to ask about", (id: string, before: string[]) => [...before, id], [])
    .option("--limit <n>", "items at most", integerOption(1, 200), 5)
    .option("--namespace <name>", "namespace to look in")
    .option("--asked-at <time>", "as if it were asked then", timeOption)
    .option("--with <settings>", "request settings, e.g. 'kinds=turn preset=hybrid'", parseConfiguration)
    .action((query: string, options: ExplainOptions) => runExplain(context, query, options));
}
