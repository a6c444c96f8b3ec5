import type { ExplainedItem, Explanation } from "@memory-cortex/recall";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { formatTime, harmless, oneLine } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";
import { noteDegraded } from "./recall-command.ts";

interface ExplainOptions extends ServiceOptions {
  json?: boolean;
  limit: number;
  namespace?: string;
}

/** "relevance 0.412 + recency 0.071 + …", largest share first; shares of nothing are left out. */
export function sharesOf(item: Pick<ExplainedItem, "contributions">): string {
  const shares = Object.entries(item.contributions).filter(([, share]) => Math.abs(share) >= 0.000_5);
  return shares.toSorted(([, one], [, other]) => other - one).map(([factor, share]) => `${factor} ${share.toFixed(3)}`).join(" + ");
}

function itemLines(item: ExplainedItem, place: string, colours: Colours): string[] {
  const legs = [`words ${item.words.toFixed(2)}`, ...Object.entries(item.meaning).map(([space, cosine]) => `${space} ${cosine.toFixed(2)}`)];
  return [
    `${place} ${colours.green(item.score.toFixed(3))}  ${colours.dim(formatTime(item.observed_at))}  ${colours.bold(harmless(item.speaker ?? item.kind))}: ${oneLine(harmless(item.text), 160)}`,
    `      ${colours.dim(`= ${sharesOf(item)}`)}`,
    `      ${colours.dim(`legs: ${legs.join(", ")}${item.left_out === undefined ? "" : `; left out: ${item.left_out.reason}`}`)}`,
  ];
}

function lines(explanation: Explanation, limit: number, colours: Colours): string[] {
  if (explanation.skipped !== null) return [`Not searched: ${explanation.skipped.reason}.`];
  const { words, meaning, fused } = explanation.candidates;
  const byMeaning = Object.entries(meaning).map(([space, count]) => `, ${count} by ${space}`).join("");
  const leftOut = explanation.left_out.slice(0, limit);
  return [
    `Looked for: ${explanation.query_terms.join(" ")}`,
    `Candidates: ${words} by words${byMeaning}, ${fused} together. Scoring: ${explanation.preset}.`,
    ...(explanation.items.length === 0 ? ["Nothing in memory fits."] : explanation.items.flatMap((item, index) => itemLines(item, `${String(index + 1).padStart(2)}.`, colours))),
    ...(leftOut.length === 0 ? [] : ["", "Not in the answer:", ...leftOut.flatMap((item) => itemLines(item, "  –", colours))]),
    "",
    colours.dim(`Receipt ${explanation.receipt_id}; milliseconds: ${Object.entries(explanation.timings_ms).map(([stage, time]) => `${stage} ${time}`).join(", ")}`),
  ];
}

async function runExplain(context: CommandContext, query: string, options: ExplainOptions): Promise<void> {
  const { client, userId } = findService(options);
  const explanation = await client.post<Explanation>("/v1/explain", {
    query, user_id: userId, limit: options.limit, namespace: options.namespace,
  });
  answer(context.terminal, options.json, { value: explanation, lines: () => lines(explanation, options.limit, context.terminal.colours) });
  if (!options.json) noteDegraded(context.terminal, explanation.degraded);
  context.end(explanation.degraded.length > 0 ? EXIT.partial : EXIT.ok);
}

/** `cortex explain "…"`: why these items, why not the others. */
export function explainCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "explain",
    about: "why these items and not the others, with the factors of each score",
    examples: ['cortex explain "When is my dentist appointment?"', 'cortex explain "dentist" --limit 3 --json'],
  });
  return withService(command)
    .argument("<query>", "question, or words to look for")
    .option("--limit <n>", "items at most", integerOption(1, 200), 5)
    .option("--namespace <name>", "namespace to look in")
    .action((query: string, options: ExplainOptions) => runExplain(context, query, options));
}
