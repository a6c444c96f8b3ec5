import type { RecallRequest } from "@memory-cortex/client";
import type { RecallItem, RecallResponse } from "@memory-cortex/models";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { formatTime, harmless, oneLine } from "../terminal/format.ts";
import type { Colours, Terminal } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";

interface RecallOptions extends ServiceOptions {
  json?: boolean;
  limit: number;
  budget: number;
  namespace?: string;
  project?: string;
  session?: string;
  preset?: RecallRequest["preset"];
  deadline?: number;
  context?: boolean;
}

/** A person waits for a better answer: for everything, and of that for ordering the best anew. Milliseconds. */
export const PATIENCE = { deadline_ms: 5_000, rerank_ms: 3_000 };

/** Names what an answer lacks, beside it. */
export function noteDegraded(terminal: Terminal, degraded: RecallResponse["degraded"]): void {
  for (const { part, reason } of degraded) terminal.note(terminal.noteColours.yellow(`Left out: ${part} (${reason}).`));
}

/** "1. 0.83  Fri, 14 Nov 2025, 09:30  user: …" */
function itemLine(item: RecallItem, place: number, colours: Colours): string {
  const who = item.speaker ?? item.role ?? item.type ?? item.kind;
  return `${String(place).padStart(2)}. ${colours.green(item.score.toFixed(3))}  ${colours.dim(formatTime(item.observed_at))}  ${colours.bold(harmless(who))}: ${oneLine(harmless(item.text), 400)}`;
}

function lines(response: RecallResponse, colours: Colours): string[] {
  if (response.items.length > 0) return response.items.map((item, index) => itemLine(item, index + 1, colours));
  return [response.skipped === null ? "Nothing in memory fits." : `Not searched: ${response.skipped.reason}.`];
}

async function runRecall(context: CommandContext, query: string, options: RecallOptions): Promise<void> {
  const { client, userId } = findService(options);
  const response = await client.recall({
    query,
    user_id: userId,
    limit: options.limit,
    budget_tokens: options.budget,
    ...PATIENCE,
    ...(options.deadline === undefined ? {} : { deadline_ms: options.deadline }),
    namespace: options.namespace,
    project: options.project,
    session_id: options.session,
    preset: options.preset,
  });
  const { terminal } = context;
  const shown = () => (options.context ? [harmless(response.context ?? "")] : lines(response, terminal.colours));
  answer(terminal, options.json, { value: response, lines: shown });
  if (!options.json) noteDegraded(terminal, response.degraded);
  context.end(response.degraded.length > 0 ? EXIT.partial : EXIT.ok);
}

/** `cortex recall "…"`: what memory holds on a question, best first. */
export function recallCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "recall",
    about: "what memory holds on a question, best first",
    examples: [
      'cortex recall "When is my dentist appointment?"',
      'cortex recall "dentist" --limit 3 --json | jq -r ".items[].text"',
      'cortex recall "What do I like?" --context     # the block that an agent would get',
    ],
  });
  return withService(command)
    .argument("<query>", "question, or words to look for")
    .option("--limit <n>", "items at most", integerOption(1, 200), 10)
    .option("--budget <tokens>", "size of the context block", integerOption(0, 100_000), 500)
    .option("--deadline <ms>", "time limit; 5000 unless named", integerOption(1, 60_000))
    .option("--namespace <name>", "namespace to look in")
    .option("--project <name>", "project to prefer")
    .option("--session <id>", "session that asks")
    .option("--preset <name>", "scoring: cortex, cortex-v1, hybrid or openclaw")
    .option("--context", "show the context block instead of the items")
    .action((query: string, options: RecallOptions) => runRecall(context, query, options));
}
