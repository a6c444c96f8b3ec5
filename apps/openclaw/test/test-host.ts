import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createPlugin } from "../src/create-plugin.ts";
import type { HostApi } from "../src/host/host-api.ts";
import type { TurnContext } from "../src/host/turn-context.ts";
import type { Plugin } from "../src/plugin.ts";
import type { PromptAddition, PromptEvent } from "../src/recall/auto-recall.ts";
import { registerHooks } from "../src/register-hooks.ts";

type Handler = (event: unknown, context: unknown) => unknown;

/** Calls the plugin's hooks as OpenClaw does, without OpenClaw: its real host runs in the tests of tools/openclaw. */
export interface TestHost {
  readonly plugin: Plugin;
  /** Warnings, in order. */
  readonly warnings: string[];
  readonly stateFolder: string;
  prompt(event: PromptEvent, turn: TurnContext): Promise<PromptAddition | undefined>;
  /** The host hands over the whole session. */
  end(messages: readonly unknown[], turn: TurnContext): Promise<void>;
  /** Any other hook. */
  call(hook: string, event: unknown, context: unknown): Promise<unknown>;
  service: { start: () => unknown; stop?: () => unknown } | null;
}

/** What a host still writes while its folder goes makes the removal try again. */
export async function throwawayFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "memory-cortex-host-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) };
}

/** One registration; registering again over one folder gives another, as hosts do. */
export function registerWith(stateFolder: string, pluginConfig: Record<string, unknown>, hostConfig: Record<string, unknown> = {}, now?: () => number): TestHost {
  const handlers = new Map<string, Handler>();
  const warnings: string[] = [];
  let service: TestHost["service"] = null;
  const api: HostApi = {
    id: "memory-cortex",
    registrationMode: "full",
    config: hostConfig,
    pluginConfig,
    logger: { info: () => undefined, warn: (message) => void warnings.push(message), error: (message) => void warnings.push(message) },
    runtime: { state: { resolveStateDir: () => stateFolder } },
    on: (hook, handler) => void handlers.set(hook, handler as Handler),
    registerTool: () => undefined,
    registerService: (given) => void (service = given as unknown as NonNullable<TestHost["service"]>),
  };
  const parts = createPlugin(api, now);
  registerHooks(api, parts);
  const call = async (hook: string, event: unknown, context: unknown): Promise<unknown> => handlers.get(hook)?.(event, context);
  return {
    plugin: parts.plugin, warnings, stateFolder, service, call,
    prompt: async (event, turn) => (await call("before_prompt_build", event, turn)) as PromptAddition | undefined,
    end: async (messages, turn) => {
      await call("agent_end", { messages, success: true }, turn);
    },
  };
}

/** Times go on, as they do in a conversation. */
let saidAt = Date.UTC(2026, 4, 1);
const nextTime = (): number => (saidAt += 1_000);

export const user = (text: string, extra: object = {}): object => ({ role: "user", content: text, timestamp: nextTime(), ...extra });
export const assistant = (text: string, extra: object = {}): object => ({ role: "assistant", content: [{ type: "text", text }], timestamp: nextTime(), ...extra });
