import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { agentHostVariables, loadConfig } from "@memory-cortex/config";

import { openDocument } from "../connect/document-text.ts";
import { valueAt } from "../connect/edits.ts";
import type { JsonValue } from "../connect/edits.ts";
import { MCP_HOSTS } from "../connect/mcp/mcp-hosts.ts";
import { probeServer } from "../connect/mcp/probe-server.ts";
import type { ServerCommand } from "../connect/mcp/server-command.ts";
import { failed, passed, warned } from "../doctor/check.ts";
import type { CheckResult } from "../doctor/check.ts";
import { toProblem } from "../problem.ts";
import { formatTime } from "../terminal/format.ts";
import { hooksAreOff, installedHooks } from "./hook-settings.ts";
import { settingsFile } from "./settings-file.ts";
import { tryHook } from "./try-hook.ts";

const HOST = MCP_HOSTS.find(({ name }) => name === "claude-code")!;
const INSTALL = "Run `cortex hook install --global` (or without --global for the project in this folder).";

interface Settings {
  file: string;
  value: JsonValue;
}

const readSettings = async (file: string): Promise<Settings> => ({ file, value: openDocument(await readFile(file, "utf8").catch(() => ""), "json", file).value });

/** `cortex doctor claude-code`: hooks and tools as Claude Code finds them here, and whether they work. */
export async function examineClaudeCode(): Promise<CheckResult[]> {
  const hooks = await Promise.all([true, false].map((isGlobal) => readSettings(settingsFile(isGlobal).file))).then(examineHooks, (error: unknown) => {
    const { message, fix } = toProblem(error);
    return [failed("hooks", message, fix ?? INSTALL)];
  });
  return [...hooks, await lastTurn(), ...(await examineTools())];
}

async function examineHooks(settings: readonly Settings[]): Promise<CheckResult[]> {
  const found = settings.map(({ file, value }) => ({ file, hooks: installedHooks(value) })).filter(({ hooks }) => hooks.length > 0);
  const off = settings.flatMap(({ file, value }) => (hooksAreOff(value) === null ? [] : [failed("hooks", `"disableAllHooks" is true in ${file}, so no hook runs.`, "Remove it.")]));
  if (found.length === 0) return [warned("hooks", "None are installed, so nothing is recalled or taken in by itself.", INSTALL), ...off];
  const twice = found.length > 1 ? [warned("hooks", "They are installed for all projects and for this one, so each prompt asks twice.", "Run `cortex hook uninstall` for one of them.")] : [];
  const each = await Promise.all(found.map(async ({ file, hooks }) => examineInstallation(file, hooks)));
  return [...off, ...twice, ...each];
}

async function examineInstallation(file: string, hooks: readonly { event: string; command: string }[]): Promise<CheckResult> {
  const missing = ["UserPromptSubmit", "Stop"].filter((event) => !hooks.some((hook) => hook.event === event));
  if (missing.length > 0) return failed("hooks", `${missing.join(" and ")} is missing in ${file}.`, INSTALL);
  const amiss = await tryHook(hooks.find(({ event }) => event === "UserPromptSubmit")!.command);
  return amiss === null ? passed("hooks", `Both stand in ${file}, and the service answers them.`) : failed("hooks", amiss, "Start the service with `cortex up`; if the program was moved, install the hooks again.");
}

/** When a turn was taken in last, by the newest watermark. */
async function lastTurn(): Promise<CheckResult> {
  const folder = join(loadConfig().config.home, "hooks", "claude-code");
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(".sent.json"));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  if (times.length === 0) return warned("last turn", "None was taken in yet.", "Start a new session of Claude Code: it reads hooks when one starts.");
  return passed("last turn", `Taken in ${formatTime(new Date(Math.max(...times)).toISOString())}.`);
}

async function examineTools(): Promise<CheckResult[]> {
  const variables = agentHostVariables();
  const files = [HOST.find(variables).path, HOST.projectFile(process.cwd())!];
  const results = await Promise.all(files.map(async (file): Promise<CheckResult[]> => {
    const settings = await readSettings(file).catch((error: unknown) => toProblem(error));
    if (!("value" in settings)) return [failed("tools", settings.message, settings.fix ?? "Repair it.")];
    const entry = valueAt(settings.value, [HOST.servers, "memory-cortex"]) as Partial<ServerCommand> | undefined;
    if (entry?.command === undefined) return [];
    const probe = await probeServer({ command: entry.command, args: entry.args ?? [], env: entry.env ?? {} }, { HOME: variables.home, PATH: variables.path });
    return [probe.ok ? passed("tools", `${file}: ${probe.message}`) : failed("tools", `${file}: ${probe.message}`, "Run `cortex connect claude-code` again; it names the program where it is now.")];
  }));
  const found = results.flat();
  return found.length > 0 ? found : [passed("tools", "Not connected; `cortex connect claude-code` would let the model look things up by itself.")];
}
