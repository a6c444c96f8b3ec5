import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { loadConfig } from "@memory-cortex/config";

import { answer } from "../../commands/command-context.ts";
import type { CommandContext } from "../../commands/command-context.ts";
import { checkLines } from "../../doctor/check-lines.ts";
import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import { plural } from "../../terminal/format.ts";
import { backupFolder, planRestore } from "../careful-change.ts";
import { confirmChange, showChange } from "../confirm-change.ts";
import type { ChangeOptions } from "../confirm-change.ts";
import { restoreConnection } from "../restore-connection.ts";
import type { CanaryResult } from "./canary.ts";
import { connectionOf, makeConnection, planConnection } from "./connect-openclaw.ts";
import type { ConnectOptions, MadeConnection, PlannedConnection } from "./connect-openclaw.ts";
import { findOpenclaw } from "./find-openclaw.ts";
import { PLUGIN_ID } from "./openclaw-edits.ts";
import { pluginFolder } from "./plugin-folder.ts";

export interface OpenclawConnectOptions extends ConnectOptions, ChangeOptions {}
export type OpenclawDisconnectOptions = ChangeOptions;

const filesValue = (files: readonly { path: string; isChange: boolean; diff: readonly string[] }[]): unknown =>
  files.filter(({ isChange }) => isChange).map(({ path, diff }) => ({ path, diff }));

function canaryValue({ asked, old, new: now, isWorse }: CanaryResult): unknown {
  return { asked, old: { memory: old.memory, answered: old.answered.length }, new: { memory: now.memory, answered: now.answered.length }, lost: old.answered.filter((place) => !now.answered.includes(place)), worse: isWorse };
}

function valueOf(planned: PlannedConnection, made: MadeConnection | null): unknown {
  const { installation, change, slotBefore, service } = planned;
  return {
    config_file: installation.configFile, state_folder: installation.stateFolder, memory_before: slotBefore, changed: made !== null && made.takenBack === null && change.isChange, files: filesValue(change.files),
    checks: [...service, ...(made?.checks ?? [])],
    ...(made?.canary == null ? {} : { canary: canaryValue(made.canary) }),
    ...(made === null ? {} : { rolled_back: made.takenBack !== null, rolled_back_because: made.takenBack, backup: made.takenBack === null ? backupFolder(change) : null }),
  };
}

const canaryLine = ({ asked, old, new: now }: CanaryResult): string =>
  `Canary: of ${plural(asked, "question")} ${old.memory} answered ${old.answered.length}, ${now.memory} ${now.answered.length}.`;

const WHY_BACK: Record<NonNullable<MadeConnection["takenBack"]>, string> = {
  refused: "OpenClaw does not take it.", not_asked: "the gateway did not load the new memory, so it could not be compared.", worse: "the new memory answers fewer questions.",
};

function madeLines(planned: PlannedConnection, made: MadeConnection, { terminal }: CommandContext): string[] {
  const { change, slotBefore } = planned;
  const end = made.takenBack !== null
    ? `Taken back: ${WHY_BACK[made.takenBack]} ${slotBefore} is the memory of OpenClaw, as before.`
    : `${terminal.colours.green("Connected.")} Nothing was restarted. The way back: cortex disconnect openclaw (backup in ${backupFolder(change)}).`;
  return [...checkLines([...planned.service, ...made.checks], terminal.colours), ...(made.canary === null ? [] : [canaryLine(made.canary)]), "", end];
}

/** `cortex connect openclaw`. Ends with 3 when it is connected but something is still amiss, with 1 when it was taken back. */
export async function runConnect(context: CommandContext, options: OpenclawConnectOptions): Promise<void> {
  const { terminal, end } = context;
  const planned = await planConnection(options);
  const { change, installation, slotBefore, service } = planned;
  const down = service.find(({ status }) => status === "failed");
  if (options.dryRun === true) {
    if (options.json !== true) showChange(terminal, change.files);
    const what = change.isChange ? "Nothing was changed." : "Nothing would change: it is connected already.";
    answer(terminal, options.json, { value: valueOf(planned, null), lines: () => [...checkLines(service, terminal.colours), "", what] });
    return end(EXIT.ok);
  }
  if (down !== undefined) throw new Problem(`${down.message.replace(/[.!?]$/, "")}, so OpenClaw was left as it is.`, { code: down.check === "service" ? "not_running" : "unauthorized", fix: down.fix ?? "Run `cortex doctor`.", exitCode: EXIT.notRunning });
  terminal.note(`OpenClaw's configuration is ${installation.configFile}; its memory is ${slotBefore}.`);
  if (change.isChange && !(await confirmChange({ terminal, files: change.files, options, question: "Make this change?" }))) {
    terminal.note("Nothing was changed.");
    return end(EXIT.failed);
  }
  const made = await makeConnection(planned, options);
  answer(terminal, options.json, { value: valueOf(planned, made), lines: () => madeLines(planned, made, context) });
  end(made.takenBack !== null ? EXIT.failed : [...planned.service, ...made.checks].some(({ status }) => status !== "ok") ? EXIT.partial : EXIT.ok);
}

/** `cortex disconnect openclaw`. Ends with 3 when something of ours had to stay because somebody changed it. */
export async function runDisconnect(context: CommandContext, options: OpenclawDisconnectOptions): Promise<void> {
  const { home } = loadConfig().config;
  const restore = await planRestore({ home, connection: connectionOf(await findOpenclaw()) });
  if (restore === null) {
    throw new Problem("This OpenClaw was not connected from here.", { code: "not_connected", fix: `Should it use ${PLUGIN_ID} all the same, set plugins.slots.memory to memory-core yourself.`, exitCode: EXIT.failed });
  }
  await restoreConnection(context, restore, { options, afterwards: () => removePlugin(home), done: "What was remembered stays; nothing was restarted." });
}

/** Another OpenClaw may load the plugin from the same folder. */
async function removePlugin(home: string): Promise<void> {
  const names = await readdir(join(home, "connections")).catch(() => []);
  if (!names.some((name) => name.startsWith("openclaw-"))) await rm(pluginFolder(home), { recursive: true, force: true });
}
