import { resolve } from "node:path";

import { systemClock, uuidV7Source } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { EXIT } from "../exit-codes.ts";
import { formatBytes, harmless, plural } from "../terminal/format.ts";
import { BACKUP_FORMAT, BACKUP_VERSION } from "../transfer/backup-lines.ts";
import type { Shape } from "../transfer/backup-lines.ts";
import { chooseUsers, estimateRecords } from "../transfer/choose-users.ts";
import { countRecords, summaryOf } from "../transfer/count-records.ts";
import { openStore } from "../transfer/open-store.ts";
import { recordProgress } from "../transfer/record-progress.ts";
import { writeBackup } from "../transfer/write-backup.ts";
import { VERSION } from "../version.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { configOf, withStore } from "./transfer-options.ts";
import type { TransferOptions } from "./transfer-options.ts";

export interface BackupOptions extends TransferOptions {
  from: Shape;
}

/** A name that sorts by time: cortex-backup-20261122-094512.jsonl.gz */
function defaultFile(now: number): string {
  const [date, time] = new Date(now).toISOString().replaceAll(/[-:]/g, "").split("T") as [string, string];
  return `cortex-backup-${date}-${time.slice(0, 6)}.jsonl.gz`;
}

async function noteUnfinished({ terminal }: CommandContext, store: Store): Promise<void> {
  const unfinished = await store.unfinishedImports();
  if (unfinished.length > 0) terminal.note(terminal.noteColours.yellow(`Not whole yet, and left out: ${unfinished.map((id) => `"${harmless(id)}"`).join(", ")}. Finish the restore or migration that was cut off.`));
}

/** `cortex backup`. */
export async function runBackup(context: CommandContext, file: string | undefined, options: BackupOptions): Promise<void> {
  const { terminal, end } = context;
  const config = configOf(options);
  const path = resolve(file ?? defaultFile(systemClock.now()));
  const header = { format: BACKUP_FORMAT, version: BACKUP_VERSION, id: uuidV7Source(systemClock).next(), made_at: new Date(systemClock.now()).toISOString(), program: VERSION, from: options.from } as const;
  const { users, bytes } = await withStore(await openStore(options.from, config, "read"), async (store) => {
    const chosen = chooseUsers(await store.users(), options.user);
    await noteUnfinished(context, store);
    const progress = recordProgress(terminal, "Backing up", await estimateRecords(store, chosen));
    return writeBackup({ store, path, header, users: chosen, onRecords: (count) => progress.add(count) }).finally(() => progress.end());
  });
  const counts = countRecords(users.map(({ digest }) => digest));
  answer(terminal, options.json, {
    value: { file: path, bytes, id: header.id, users: users.map(({ userId }) => userId), records: counts },
    lines: () => [`${terminal.colours.green(`Backed up ${plural(users.length, "user")}`)} to ${path} (${formatBytes(bytes)}): ${summaryOf(counts)}.`],
  });
  end(EXIT.ok);
}
