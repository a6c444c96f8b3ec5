import type { HostApi } from "../host/host-api.ts";
import type { Plugin } from "../plugin.ts";
import { answerChat } from "./chat-command.ts";
import type { ChatContext } from "./chat-command.ts";
import { addOperatorCommands } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";

const COMMAND = { commands: ["cortex"], descriptors: [{ name: "cortex", description: "Search, inspect and check Memory Cortex", hasSubcommands: true }] };

/** Whether the host only asks what the plugin would add to the command line: there is no runtime then, and touching it throws. */
export const asksForNames = ({ registrationMode }: HostApi): boolean => registrationMode === "cli-metadata" || registrationMode === "setup-only";

/** Tells the name of the command; what it does is registered when the host really runs it. */
export function registerCommandName(api: HostApi): void {
  api.registerCli?.(() => undefined, COMMAND);
}

/** Registers `openclaw cortex …` for the operator and `/cortex …` for chats. */
export function registerCommands(api: HostApi, plugin: Plugin): void {
  const configNow = (): unknown => api.runtime?.config?.current?.() ?? api.config;
  api.registerCli?.(
    ({ program, config }: { program: CommandLine; config?: unknown }) => addOperatorCommands(program, { plugin, config: () => config ?? configNow(), pluginId: api.id }),
    COMMAND,
  );
  api.registerCommand?.({
    name: "cortex",
    description: "Memory: why, pause, resume, forget-last",
    acceptsArgs: true,
    requireAuth: true,
    handler: (context: ChatContext) => answerChat(plugin, context),
  });
}
