import { readFile } from "node:fs/promises";

import { loadConfig } from "@memory-cortex/config";

import { answer } from "../commands/command-context.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { carriedAddress } from "../connect/carried-address.ts";
import { applyChange, backupFolder, planChange, planRestore } from "../connect/careful-change.ts";
import type { JsonValue } from "../connect/careful-change.ts";
import { confirmChange, showChange } from "../connect/confirm-change.ts";
import type { ChangeOptions } from "../connect/confirm-change.ts";
import { openDocument } from "../connect/document-text.ts";
import { ownProgram } from "../connect/mcp/server-command.ts";
import { restoreConnection } from "../connect/restore-connection.ts";
import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import type { HookOptions } from "./hook-service.ts";
import { hookCommandLine, hookEdits, hooksAreOff } from "./hook-settings.ts";
import { settingsFile } from "./settings-file.ts";
import { tryHook } from "./try-hook.ts";

export interface InstallOptions extends ChangeOptions, HookOptions {
  global?: boolean;
}

const settingsOf = async (file: string): Promise<JsonValue> => openDocument(await readFile(file, "utf8").catch(() => ""), "json", file).value;

/** The flags that the hooks need, so that they work without this shell's environment. */
function flagsOf(options: InstallOptions): HookOptions {
  const { config } = loadConfig({ overrides: options.home === undefined ? {} : { home: options.home } });
  const url = carriedAddress(options.url, config) ?? undefined;
  const user = options.user ?? config.user ?? undefined;
  return { home: config.home, ...(url === undefined ? {} : { url }), ...(user === undefined ? {} : { user }), ...(options.namespace === undefined ? {} : { namespace: options.namespace }) };
}

/** `cortex hook install`. Ends with 3 when the hooks stand in the settings and something keeps them from working. */
export async function runInstall({ terminal, end }: CommandContext, options: InstallOptions): Promise<void> {
  const { file, connection } = settingsFile(options.global === true);
  const flags = flagsOf(options);
  const program = ownProgram();
  const home = flags.home!;
  const isKnown = (await planRestore({ home, connection })) !== null;
  const edits = hookEdits(isKnown ? {} : await settingsOf(file), program, flags);
  const change = await planChange({ home, connection, files: [{ path: file, format: "json", edits }] });
  const value = { file, changes: change.isChange, diff: change.files.flatMap(({ diff }) => diff) };
  if (options.dryRun === true) {
    if (options.json !== true) showChange(terminal, change.files);
    answer(terminal, options.json, { value: { ...value, dry_run: true }, lines: () => [change.isChange ? "Nothing was changed." : "Nothing would change: the hooks are there already."] });
    return end(EXIT.ok);
  }
  if (change.isChange && !(await confirmChange({ terminal, files: change.files, options, question: "Make this change?" }))) {
    terminal.note("Nothing was changed.");
    return end(EXIT.failed);
  }
  if (change.isChange) await applyChange(change, { now: new Date() });
  const amiss = [hooksAreOff(await settingsOf(file)), await tryHook(hookCommandLine("pre", program, flags))].filter((line) => line !== null);
  answer(terminal, options.json, {
    value: { ...value, backup: backupFolder(change), amiss },
    lines: () => [
      `${terminal.colours.green(change.isChange ? "Installed" : "Installed already")} in ${file} (backup in ${backupFolder(change)}).`, ...amiss.map((line) => `But: ${line}`),
      "Claude Code reads it when a session starts. The way back: cortex hook uninstall" + (options.global === true ? " --global" : ""),
    ],
  });
  end(amiss.length > 0 ? EXIT.partial : EXIT.ok);
}

/** `cortex hook uninstall`. */
export async function runUninstall(context: CommandContext, options: InstallOptions): Promise<void> {
  const { file, connection } = settingsFile(options.global === true);
  const { config } = loadConfig({ overrides: options.home === undefined ? {} : { home: options.home } });
  const restore = await planRestore({ home: config.home, connection });
  if (restore === null) {
    throw new Problem(`No hooks were installed from here in ${file}.`, { code: "not_connected", fix: options.global === true ? "Leave out --global for those of the project in this folder." : "Add --global for those of all projects." });
  }
  return restoreConnection(context, restore, { options, done: "Claude Code notices when a session starts." });
}
