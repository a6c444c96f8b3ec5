import type { Command } from "commander";

import type { CommandContext } from "../commands/command-context.ts";
import { mcpHostCommands } from "./mcp/mcp-host-commands.ts";
import { openclawCommands } from "./openclaw/openclaw-commands.ts";

/** A program that an agent runs in, as `cortex connect` and `cortex disconnect` know it. */
export interface HostCommands {
  connect(context: CommandContext): Command;
  disconnect(context: CommandContext): Command;
}

/** In the order of the help. */
export const HOSTS: readonly HostCommands[] = [openclawCommands, ...mcpHostCommands];
