import { Command } from "commander";

import { registerCommands } from "../src/commands/index.ts";
import { createPlugin } from "../src/create-plugin.ts";
import type { HostApi } from "../src/host/host-api.ts";
import type { Plugin } from "../src/plugin.ts";
import { registerRuntime } from "../src/runtime/index.ts";
import { registerTools } from "../src/tools/index.ts";
import type { HostTool, ToolContext } from "../src/tools/tool.ts";

export interface Called {
  text: string;
  details: Record<string, unknown>;
}

/** What the plugin offers beside its hooks, asked for as OpenClaw does it; the real host runs in the tests of tools/openclaw. */
export interface TestSurface {
  readonly plugin: Plugin;
  readonly warnings: string[];
  readonly tools: readonly string[];
  /** Calls a tool as the model of one conversation. */
  call(tool: string, given: unknown, context?: ToolContext, signal?: AbortSignal): Promise<Called>;
  tool(name: string, context?: ToolContext): HostTool;
  // The host's own types are not installed here.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly capability: any;
  prepare(question: object): Promise<readonly string[]>;
  chat(args: string, context: ToolContext): Promise<string>;
  /** Runs `openclaw cortex …`; what it printed and its exit code. */
  cortex(...parameters: string[]): Promise<{ output: string; exitCode: number }>;
}

export interface SurfaceOptions {
  stateFolder: string;
  pluginConfig: Record<string, unknown>;
  hostConfig?: Record<string, unknown>;
  workspace?: string;
  /** A host that can wait for lines of the system prompt, as today's can. */
  prepares?: boolean;
  now?: () => number;
}

/** Where nobody listens: the machine hands such ports to nobody. */
export const NOBODY = "http://127.0.0.1:2";

/** The owner in a run on this machine. */
export const OWNER: ToolContext = { agentId: "main", sessionKey: "agent:main:main", sessionId: "s-owner" };
/** A group chat, whoever writes in it. */
export const GROUP: ToolContext = { agentId: "main", sessionKey: "agent:main:telegram:group:-100", sessionId: "s-group", messageChannel: "telegram", nativeChannelId: "-100", requesterSenderId: "7" };
/** A stranger in a private chat. */
export const STRANGER: ToolContext = { agentId: "main", sessionKey: "agent:main:telegram:direct:7", sessionId: "s-stranger", messageChannel: "telegram", requesterSenderId: "7", senderIsOwner: false };

export function openSurface({ stateFolder, pluginConfig, hostConfig = {}, workspace, prepares = true, now }: SurfaceOptions): TestSurface {
  const factories = new Map<string, (context: ToolContext) => HostTool>();
  const warnings: string[] = [];
  const registered: { capability?: unknown; prepare?: (question: object) => Promise<readonly string[]>; cli?: (context: object) => void; chat?: { handler: (context: object) => Promise<{ text: string }> } } = {};
  const api: HostApi = {
    id: "memory-cortex", registrationMode: "full", config: hostConfig, pluginConfig,
    logger: { info: () => undefined, warn: (message) => void warnings.push(message), error: (message) => void warnings.push(message) },
    runtime: { state: { resolveStateDir: () => stateFolder }, ...(workspace === undefined ? {} : { agent: { resolveAgentWorkspaceDir: () => workspace } }) },
    on: () => undefined,
    registerTool: (factory, options) => void factories.set(options?.name ?? "", factory as (context: ToolContext) => HostTool),
    registerMemoryCapability: (capability) => void (registered.capability = capability),
    ...(prepares ? { registerMemoryPromptPreparation: (prepare) => void (registered.prepare = prepare as NonNullable<typeof registered.prepare>) } : {}),
    registerCli: (registrar) => void (registered.cli = registrar as unknown as NonNullable<typeof registered.cli>),
    registerCommand: (command) => void (registered.chat = command as NonNullable<typeof registered.chat>),
  };
  const { plugin } = createPlugin(api, now);
  registerTools(api, plugin);
  registerRuntime(api, plugin);
  registerCommands(api, plugin);
  const tool = (name: string, context: ToolContext = OWNER): HostTool => factories.get(name)!({ ...(workspace === undefined ? {} : { workspaceDir: workspace }), ...context });
  return {
    plugin, warnings, tool, tools: [...factories.keys()], capability: registered.capability,
    call: async (name, given, context, signal) => {
      const { content, details } = await tool(name, context).execute("call-1", given, signal);
      return { text: content.map(({ text }) => text).join(""), details };
    },
    prepare: (question) => registered.prepare!(question),
    chat: async (args, context) => (await registered.chat!.handler({ ...context, args })).text,
    cortex: (...parameters) => run(registered.cli!, parameters),
  };
}

async function run(registrar: (context: object) => void, parameters: readonly string[]): Promise<{ output: string; exitCode: number }> {
  const said: string[] = [];
  const { log, error } = console;
  const before = process.exitCode;
  console.log = console.error = (text: string) => void said.push(text);
  try {
    process.exitCode = 0;
    const program = new Command("openclaw").exitOverride();
    registrar({ program });
    await program.parseAsync(["cortex", ...parameters], { from: "user" });
    return { output: said.join("\n"), exitCode: process.exitCode };
  } finally {
    console.log = log;
    console.error = error;
    process.exitCode = before;
  }
}
