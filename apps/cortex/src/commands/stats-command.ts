import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface StatsOptions extends ServiceOptions {
  json?: boolean;
}

/** `{"by_type": {"fact": 3}}` as lines of two columns, nested names joined. */
function rows(value: Readonly<Record<string, unknown>>, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = `${prefix}${key.replaceAll("_", " ")}`;
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) return rows(inner as Record<string, unknown>, `${name}: `);
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
  const stats = await client.get<Record<string, unknown>>("/v1/stats", { user_id: userId });
  answer(context.terminal, options.json, { value: stats, lines: () => table(stats) });
  context.end(EXIT.ok);
}

/** `cortex stats`: how much is kept of a user. */
export function statsCommand(context: CommandContext): Command {
  const command = newCommand({ name: "stats", about: "how much is kept of a user", examples: ["cortex stats", "cortex stats --user ann --json"] });
  return withService(command).action((options: StatsOptions) => runStats(context, options));
}
