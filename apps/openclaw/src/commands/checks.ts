import type { ReadinessResponse } from "@memory-cortex/client";

import type { Plugin } from "../plugin.ts";
import { hooksAllowed } from "../runtime/session-scope.ts";

export interface Check {
  name: string;
  status: "ok" | "warning" | "failed";
  message: string;
  /** What to do; null when nothing is wrong. */
  fix: string | null;
}

export interface CheckQuestion {
  plugin: Plugin;
  /** The host's whole configuration. */
  config: unknown;
  pluginId: string;
}

const ok = (name: string, message: string): Check => ({ name, status: "ok", message, fix: null });
const warning = (name: string, message: string, fix: string): Check => ({ name, status: "warning", message, fix });
const failed = (name: string, message: string, fix: string): Check => ({ name, status: "failed", message, fix });

const TIMEOUT_MS = 5_000;

/** Everything that has to be right between the host and the service, each with its fix. Never rejects. */
export async function runChecks(question: CheckQuestion): Promise<Check[]> {
  const [service, hooks, waiting] = await Promise.all([checkService(question), checkHooks(question), checkSpool(question)]);
  return [...checkConfiguration(question), ...hooks, ...service, ...waiting];
}

function checkConfiguration({ config, pluginId }: CheckQuestion): Check[] {
  const plugins = partOf(config, ["plugins"]);
  const slot = partOf(plugins, ["slots", "memory"]);
  const entry = partOf(plugins, ["entries", pluginId]);
  const denied = partOf(plugins, ["deny"]);
  return [
    slot === pluginId ? ok("memory slot", `${pluginId} owns it`) : failed("memory slot", `it belongs to ${typeof slot === "string" ? slot : "the built-in memory"}`, `openclaw config set plugins.slots.memory ${pluginId} (\`cortex connect openclaw\` does all of it)`),
    partOf(entry, ["enabled"]) === false || (Array.isArray(denied) && denied.includes(pluginId))
      ? failed("plugin", "it is switched off", `openclaw plugins enable ${pluginId}`)
      : ok("plugin", "it is enabled"),
    hooksAllowed(config, pluginId)
      ? ok("conversation access", "allowed")
      : failed("conversation access", "not allowed: nothing is recalled before answers and nothing is remembered after them", `openclaw config set plugins.entries.${pluginId}.hooks.allowConversationAccess true`),
    partOf(entry, ["hooks", "allowPromptInjection"]) === false
      ? failed("prompt access", "allowPromptInjection is false: memories cannot be added to prompts", `openclaw config set plugins.entries.${pluginId}.hooks.allowPromptInjection true`)
      : ok("prompt access", "allowed"),
  ];
}

function partOf(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, name) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined), value);
}

async function checkHooks({ plugin, config, pluginId }: CheckQuestion): Promise<Check[]> {
  const { recallAt, captureAt } = await plugin.state.hooks();
  if (!hooksAllowed(config, pluginId)) return [];
  if (recallAt === null && captureAt === null) return [warning("hooks", "none was called yet", "Send the agent a message; if this stays, restart the gateway (`openclaw gateway restart`).")];
  const seen = [recallAt === null ? "recall never" : `recall ${when(recallAt)}`, captureAt === null ? "capture never" : `capture ${when(captureAt)}`];
  return [ok("hooks", `last called: ${seen.join(", ")}`)];
}

const when = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

async function checkService({ plugin }: CheckQuestion): Promise<Check[]> {
  const options = { timeoutMs: TIMEOUT_MS, retries: 0 };
  const realm = plugin.realmOf({});
  try {
    const readiness = await plugin.client.readiness(options);
    const memory = await plugin.client.stats({ user_id: realm.userId }, options).then(
      ({ active_memories, turns }) => ok("memory", `${String(active_memories)} memories and ${String(turns)} messages of ${realm.userId}`),
      (error: unknown) => memoryTrouble(plugin, error),
    );
    return [...readinessChecks(plugin, readiness), memory];
  } catch (error) {
    const { sentence, fix } = plugin.service.failed(error);
    return [failed("service", sentence, fix)];
  }
}

function memoryTrouble(plugin: Plugin, error: unknown): Check {
  if (typeof error === "object" && error !== null && "code" in error && error.code === "unknown_user") return ok("memory", "nothing is remembered yet");
  const { sentence, fix } = plugin.service.failed(error);
  return failed("memory", sentence, fix);
}

function readinessChecks(plugin: Plugin, { status, parts }: ReadinessResponse): Check[] {
  plugin.service.answered();
  const broken = Object.entries(parts).filter(([, part]) => part.status !== "ok").map(([name, { why }]) => `${name}: ${why ?? "not ok"}`);
  const message = `${plugin.client.url} answers${broken.length === 0 ? "" : ` (${broken.join("; ")})`}`;
  if (status === "ok") return [ok("service", message)];
  return [status === "down" ? failed("service", message, "Run `cortex doctor` on its machine.") : warning("service", message, "Run `cortex doctor` on its machine.")];
}

async function checkSpool({ plugin }: CheckQuestion): Promise<Check[]> {
  const [{ waiting, dropped }, paused] = await Promise.all([plugin.state.spool(), plugin.state.isPaused(undefined)]);
  const pause = paused ? [warning("pause", "memory is paused in every session", "Send the agent `/cortex resume all`.")] : [];
  if (dropped > 0) return [...pause, warning("waiting", `${String(waiting)} pieces wait; ${String(dropped)} were dropped because too many waited`, "Keep the service running, or raise spoolMaxEntries and spoolMaxBytes.")];
  return [...pause, ok("waiting", waiting === 0 ? "nothing waits for the service" : waiting === 1 ? "1 piece waits for the service and is sent when it answers" : `${String(waiting)} pieces wait for the service and are sent when it answers`)];
}

const MARKS = { ok: "✓", warning: "!", failed: "✗" } as const;

export function checkLines(checks: readonly Check[]): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.flatMap(({ name, status, message, fix }) => [`${MARKS[status]} ${name.padEnd(width)}  ${message}`, ...(fix === null ? [] : [`  ${" ".repeat(width)}  → ${fix}`])]);
}
