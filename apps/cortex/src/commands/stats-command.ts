import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { plural } from "../terminal/format.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface StatsOptions extends ServiceOptions {
  json?: boolean;
}

interface ModelUsage {
  purpose: string;
  model: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  unpriced: number;
}

/** "capture (claude-haiku-5-5)": "12 calls, 3,400 + 800 tokens, $0.0123, 1 failed" */
function usageRow({ purpose, model, calls, failed, input_tokens, output_tokens, cost_usd, unpriced }: ModelUsage): [string, string] {
  const tokens = `${input_tokens.toLocaleString("en-GB")} + ${output_tokens.toLocaleString("en-GB")} tokens`;
  const cost = unpriced === calls ? "price not known" : `$${cost_usd.toFixed(4)}${unpriced > 0 ? ` and ${unpriced} without a price` : ""}`;
  return [`language model: ${purpose} (${model})`, [plural(calls, "call"), tokens, cost, ...(failed > 0 ? [`${failed} failed`] : [])].join(", ")];
}

/** `{"by_type": {"fact": 3}}` as lines of two columns, nested names joined. */
function rows(value: Readonly<Record<string, unknown>>, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = `${prefix}${key.replaceAll("_", " ")}`;
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) return rows(inner as Record<string, unknown>, `${name}: `);
    if (key === "language_models") return (inner as ModelUsage[]).map(usageRow);
    if (Array.isArray(inner)) return [[name, String(inner.length)]];
    if (typeof inner === "number") return [[name, inner.toLocaleString("en-GB")]];
    return [[name, typeof inner === "string" ? inner : "–"]];
  });
}

function table(value: Readonly<Record<string, unknown>>): string[] {
  const all = rows(value);
  const width = Math.max(...all.map(([name]) => name.length), 0);
  return all.map(([name, shown]) => `${name.padEnd(width)}  ${shown}`);
}

async function runStats(context: CommandContext, options: StatsOptions): Promise<void> {
  const { client, userId } = findService(options);
  const stats = await client.stats({ user_id: userId });
  answer(context.terminal, options.json, { value: stats, lines: () => table(stats) });
  context.end(EXIT.ok);
}

/** `cortex stats`: how much is kept of a user. */
export function statsCommand(context: CommandContext): Command {
  const command = newCommand({ name: "stats", about: "how much is kept of a user", examples: ["cortex stats", "cortex stats --user ann --json"] });
  return withService(command).action((options: StatsOptions) => runStats(context, options));
}
