import { createHash } from "node:crypto";

import type { CortexConfig } from "@memory-cortex/config";
import { wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import type { Shape } from "../transfer/backup-lines.ts";
import { chooseUsers, estimateRecords } from "../transfer/choose-users.ts";
import { digestUser } from "../transfer/digest-user.ts";
import { exportUser } from "../transfer/export-user.ts";
import { requireRoom } from "../transfer/import-user.ts";
import type { UserSource } from "../transfer/import-user.ts";
import { openStore, placeOf } from "../transfer/open-store.ts";
import { recordProgress } from "../transfer/record-progress.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { configOf, importAll, importedLines, importedValue, withStore } from "./transfer-options.ts";
import type { TransferOptions } from "./transfer-options.ts";

export interface MigrateOptions extends TransferOptions {
  from: Shape;
  to: Shape;
}

/** Names a source without telling where it is. */
const streamOf = (shape: Shape, config: CortexConfig): string => `migration from ${shape} ${createHash("sha256").update(placeOf(shape, config)).digest("hex").slice(0, 16)}`;

function migrationSource(source: Store, userId: string, stream: string): UserSource {
  return {
    userId,
    stream,
    digest: () => digestUser(source, userId),
    pages: async function* (after) {
      // A page without a next one is the last; its place is never asked for.
      for await (const { records, next } of exportUser(source, wholeUser(userId), after)) yield { records, position: next ?? "" };
    },
  };
}

/** `cortex migrate`. */
export async function runMigrate({ terminal, end }: CommandContext, options: MigrateOptions): Promise<void> {
  if (options.from === options.to) throw new Problem("Source and target are the same", { code: "usage", fix: "Name two shapes: --from embedded --to server, or the other way.", exitCode: EXIT.usage });
  const config = configOf(options);
  const stream = streamOf(options.from, config);
  const imported = await withStore(await openStore(options.from, config, "take"), async (source) =>
    withStore(await openStore(options.to, config, "take"), async (target) => {
      const users = chooseUsers(await source.users(), options.user);
      await requireRoom(target, users.map((userId) => ({ userId, stream })), options.restart === true);
      const progress = recordProgress(terminal, "Migrating", await estimateRecords(source, users));
      const sources = users.map((userId) => migrationSource(source, userId, stream));
      return importAll(target, sources, (count) => progress.add(count)).finally(() => progress.end());
    }),
  );
  answer(terminal, options.json, { value: importedValue(imported), lines: () => importedLines(terminal.colours.green("Moved"), imported, placeOf(options.to, config)) });
  end(EXIT.ok);
}
