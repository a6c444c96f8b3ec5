import type { ForgetResponse } from "@memory-cortex/models";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { harmless, oneLine, plural } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { fractionOption, integerOption, listOption } from "./integer-option.ts";

interface ForgetOptions extends ServiceOptions {
  json?: boolean;
  session?: string;
  source?: string;
  query?: string;
  id?: string[];
  minScore?: number;
  limit?: number;
  namespaces?: string[];
  yes?: boolean;
}

const SHOWN = 20;
/** Long conversations go a few hundred turns at a time. */
const TIMEOUT_MS = 600_000;

function countsOf({ memories, turns, sessions }: ForgetResponse): string {
  const whole = sessions === 0 ? "" : ` (${plural(sessions, "whole session")})`;
  return `${plural(memories, "memory", "memories")} and ${plural(turns, "turn")}${whole}`;
}

const lineOf = ({ id, kind, text = "" }: { id: string; kind: string; text?: string | undefined }, colours: Colours): string => `  ${colours.dim(`${kind} ${id}`)} ${oneLine(harmless(text), 120)}`;

function linesOf(response: ForgetResponse, colours: Colours): string[] {
  const missing = response.not_found.length === 0 ? [] : [`Nothing is known of ${response.not_found.map(harmless).join(", ")}.`];
  if (!response.dry_run) return [`${colours.green("Forgotten")}: ${countsOf(response)}. What was said there is not taken in again.`, ...missing];
  const shown = response.items.slice(0, SHOWN).map((item) => lineOf(item, colours));
  const others = response.memories + response.turns - shown.length;
  const near = response.candidates.length === 0 ? [] : ["Near, and stays unless you name it with --id:", ...response.candidates.map((item) => lineOf(item, colours))];
  const go = response.memories + response.turns === 0 ? [] : ["Nothing was forgotten yet: --yes does it, for good."];
  return [`Would forget ${countsOf(response)}.`, ...shown, ...(others > 0 ? [`  and ${plural(others, "other")}`] : []), ...near, ...missing, ...go];
}

async function runForget(context: CommandContext, options: ForgetOptions): Promise<void> {
  const { session, source, query, id } = options;
  if ([session, source, query, id].filter((each) => each !== undefined).length !== 1) {
    throw new Problem("One of --session, --source, --query and --id is needed.", { code: "usage", fix: "`cortex forget --help` shows what each means.", exitCode: EXIT.usage });
  }
  const { client, userId } = findService(options);
  const body = { user_id: userId, session_id: session, source, query, ids: id, min_score: options.minScore, limit: options.limit, namespaces: options.namespaces, dry_run: options.yes !== true };
  const response = await client.forget(body, { timeoutMs: TIMEOUT_MS });
  answer(context.terminal, options.json, { value: response, lines: () => linesOf(response, context.terminal.colours) });
  context.end(EXIT.ok);
}

/** `cortex forget`: erases for good, or shows what that would be. */
export function forgetCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "forget",
    about: "erase for good by session, source, words or ids; shows what would go until you say --yes",
    examples: ["cortex forget --session standup-2026-03-01", "cortex forget --source telegram --yes", 'cortex forget --query "bank account"', "cortex forget --id ID,ID --yes"],
  });
  return withService(command)
    .option("--session <id>", "all that was said in it, and what rests on it alone")
    .option("--source <name>", "memories of this source, and conversations of this channel")
    .option("--query <words>", "what holds every one of these words")
    .option("--min-score <number>", "with --query: also what a search finds with this score or better, 0 to 1", fractionOption)
    .option("--limit <number>", "with --query: this many at most", integerOption(1, 200))
    .option("--id <ids>", "memories and turns, separated by commas", listOption)
    .option("--namespaces <names>", "only in these, separated by commas; all by default", listOption)
    .option("--yes", "do it")
    .action((options: ForgetOptions) => runForget(context, options));
}
