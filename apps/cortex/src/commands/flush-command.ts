import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";

interface FlushOptions extends ServiceOptions {
  json?: boolean;
  session?: string;
  timeout: number;
}

/** The platform's fetch waits five minutes for an answer to begin. */
const LONGEST_FLUSH_MS = 240_000;

async function runFlush(context: CommandContext, options: FlushOptions): Promise<void> {
  const { client, userId } = findService(options);
  const flush = (milliseconds: number) => client.flush({ user_id: userId, session_id: options.session, timeout_ms: Math.min(milliseconds, LONGEST_FLUSH_MS) });
  let left = options.timeout * 1_000;
  let response = await flush(left);
  for (left -= LONGEST_FLUSH_MS; !response.done && left > 0; left -= LONGEST_FLUSH_MS) response = await flush(left);
  const { capture, embed, extract } = response.pending;
  const lines = () => [response.done ? "Everything is done." : `Still open: ${capture} to capture, ${embed} to embed, ${extract} to extract. It goes on in the background.`];
  answer(context.terminal, options.json, { value: response, lines });
  context.end(response.done ? EXIT.ok : EXIT.partial);
}

/** `cortex flush`: closes open debounce windows and waits for the work behind them. */
export function flushCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "flush",
    about: "turn new conversation into memories now, and wait until it is done",
    examples: ["cortex flush", "cortex flush --session standup --timeout 120"],
  });
  return withService(command)
    .option("--session <id>", "only this session")
    .option("--timeout <seconds>", "how long to wait", integerOption(1, 600), 30)
    .action((options: FlushOptions) => runFlush(context, options));
}
