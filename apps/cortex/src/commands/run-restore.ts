import { resolve } from "node:path";

import { EXIT } from "../exit-codes.ts";
import { plural } from "../terminal/format.ts";
import type { Shape } from "../transfer/backup-lines.ts";
import { checkBackup } from "../transfer/check-backup.ts";
import type { CheckedBackup } from "../transfer/check-backup.ts";
import { chooseUsers } from "../transfer/choose-users.ts";
import { countRecords, summaryOf } from "../transfer/count-records.ts";
import { requireRoom } from "../transfer/import-user.ts";
import { openStore, placeOf } from "../transfer/open-store.ts";
import { recordProgress } from "../transfer/record-progress.ts";
import { RestoreSources, restoreStream } from "../transfer/restore-source.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { configOf, importAll, importedLines, importedValue, withStore } from "./transfer-options.ts";
import type { TransferOptions } from "./transfer-options.ts";

export interface RestoreOptions extends TransferOptions {
  to: Shape;
  dryRun?: boolean;
}

async function restoreInto(context: CommandContext, { path, backup, options }: { path: string; backup: CheckedBackup; options: RestoreOptions }): Promise<void> {
  const { terminal, end } = context;
  const config = configOf(options);
  const wanted = new Set(chooseUsers(backup.users.map(({ userId }) => userId), options.user));
  const users = backup.users.filter(({ userId }) => wanted.has(userId));
  const sources = new RestoreSources(path, backup);
  const imported = await withStore(await openStore(options.to, config, "take"), async (store) => {
    await requireRoom(store, users.map(({ userId }) => ({ userId, stream: restoreStream(backup) })), options.restart === true);
    const progress = recordProgress(terminal, "Restoring", users.reduce((sum, { records }) => sum + records, 0));
    return importAll(store, users.map((user) => sources.of(user)), (count) => progress.add(count)).finally(() => progress.end());
  }).finally(() => sources.close());
  answer(terminal, options.json, { value: importedValue(imported), lines: () => importedLines(terminal.colours.green("Restored"), imported, placeOf(options.to, config)) });
  end(EXIT.ok);
}

/** `cortex restore`: the whole file is checked before anything is written. */
export async function runRestore(context: CommandContext, file: string, options: RestoreOptions): Promise<void> {
  const path = resolve(file);
  const { terminal, end } = context;
  if (terminal.watched) terminal.note("Checking the file.");
  const backup = await checkBackup(path);
  if (options.dryRun !== true) return restoreInto(context, { path, backup, options });
  const wanted = chooseUsers(backup.users.map(({ userId }) => userId), options.user);
  const counts = countRecords(backup.users.filter(({ userId }) => wanted.includes(userId)).map(({ digest }) => digest));
  answer(terminal, options.json, {
    value: { dry_run: true, id: backup.header.id, made_at: backup.header.made_at, from: backup.header.from, users: wanted, records: counts },
    lines: () => [`The backup of ${backup.header.made_at} is whole. Would restore ${plural(wanted.length, "user")}: ${summaryOf(counts)}.`],
  });
  end(EXIT.ok);
}
