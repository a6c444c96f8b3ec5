import { Command } from "commander";

import type { CommandContext } from "./command-context.ts";
import { withService } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";
import type { McpOptions } from "./run-mcp.ts";

const EXAMPLES = `
Examples:
  cortex mcp --user ann                            what a host on this machine starts
  cortex mcp --namespace work --namespace global   reads both, writes to "work"
  cortex mcp --http --token-file ~/.memory-cortex/mcp-token
  claude mcp add memory-cortex -- cortex mcp --user ann`;

/** Namespaces in the order given. */
const another = (name: string, before: readonly string[] = []): string[] => [...before, name];

/** `cortex mcp`: the Model Context Protocol server. Without `--json`, since standard output carries the protocol. */
export function mcpCommand(context: CommandContext): Command {
  const command = new Command("mcp")
    .description("serve memory to an agent over the Model Context Protocol: on standard input and output, or over HTTP")
    .addHelpText("after", EXAMPLES);
  return withService(command)
    .option("--namespace <name>", "namespace that the agent reads, the first is written to; again for more (global)", another)
    .option("--project <name>", "project that memories belong to and that is preferred")
    .option("--read-only", "offer nothing that remembers or forgets")
    .option("--http", "serve over HTTP instead, on this machine only")
    .option("--host <address>", "loopback address to listen on", "127.0.0.1")
    .option("--port <n>", "port to listen on, 0 for any", integerOption(0, 65_535), 8310)
    .option("--token-file <file>", "bearer tokens that callers over HTTP need, one a line; made when it is not there")
    .action(async (options: McpOptions) => (await import("./run-mcp.ts")).runMcpCommand(context, options));
}
