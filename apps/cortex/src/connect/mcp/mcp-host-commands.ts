import { newCommand } from "../../commands/command-context.ts";
import { withChangeOptions } from "../confirm-change.ts";
import type { HostCommands } from "../hosts.ts";
import { MCP_HOSTS } from "./mcp-hosts.ts";
import type { McpHost } from "./mcp-hosts.ts";
import type { McpConnectOptions, McpDisconnectOptions } from "./run-mcp-host.ts";

// Loaded on demand: it brings the editors of configuration files, which the other commands do without.
const load = () => import("./run-mcp-host.ts");

const list = (value: string, before: string[] = []): string[] => [...before, value];

function commandsOf({ name, title, projectFile }: McpHost): HostCommands {
  const hasProjects = projectFile("") !== null;
  const here = hasProjects ? [`cortex connect ${name} --here              # for the project in this folder only`] : [];
  return {
    connect(context) {
      const command = withChangeOptions(newCommand({
        name,
        about: `give ${title} the tools of this memory, as an MCP server`,
        examples: [`cortex connect ${name} --dry-run          # shows the change and makes none`, `cortex connect ${name}                    # shows it, asks, backs up, applies, verifies`, ...here],
      }))
        .option("--user <id>", "whose memory (CORTEX_USER; else your login name)")
        .option("--url <address>", "service to talk to (CORTEX_URL; else the one of this machine)")
        .option("--namespace <name>", "namespace; the first is written to, all are read (again for more)", list)
        .option("--project <name>", "project that what is remembered belongs to")
        .option("--read-only", "without the tools that write")
        .option("--file <path>", "configuration file, where it is not the usual one");
      if (hasProjects) command.option("--here", "for the project in this folder, not for all");
      return command.action(async (options: McpConnectOptions) => (await load()).runConnect(context, name, options));
    },
    disconnect(context) {
      const command = withChangeOptions(newCommand({
        name, about: `take this memory out of ${title}'s configuration, as if it had never been there`,
        examples: [`cortex disconnect ${name} --dry-run`, `cortex disconnect ${name}`],
      })).option("--file <path>", "configuration file, where it is not the usual one");
      if (hasProjects) command.option("--here", "of the project in this folder");
      return command.action(async (options: McpDisconnectOptions) => (await load()).runDisconnect(context, name, options));
    },
  };
}

/** `cortex connect` and `disconnect` of the hosts that start MCP servers by a file. */
export const mcpHostCommands: readonly HostCommands[] = MCP_HOSTS.map(commandsOf);
