import type { Command } from "commander";

import { newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";
import type { UpOptions } from "./run-up.ts";

/** `cortex up`: the whole service in this process. */
export function upCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "up",
    about: "start the service here, until Ctrl-C",
    examples: ["cortex up", "cortex up --port 8301 --home ./memory", "CORTEX_LOG_LEVEL=info cortex up"],
  });
  return command
    .option("--host <address>", "address to listen on (CORTEX_HOST)")
    .option("--port <n>", "port to listen on, 0 for any (CORTEX_PORT)", integerOption(0, 65_535))
    .option("--home <folder>", "data folder (CORTEX_HOME)")
    .action(async (options: UpOptions) => (await import("./run-up.ts")).runUp(context, options));
}
