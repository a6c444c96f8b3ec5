import { answer } from "../commands/command-context.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { EXIT } from "../exit-codes.ts";
import { applyRestore } from "./careful-change.ts";
import type { PlannedRestore, RestoredFile } from "./careful-change.ts";
import { confirmChange, showChange } from "./confirm-change.ts";
import type { ChangeOptions } from "./confirm-change.ts";

function fate({ how, after, isChange }: RestoredFile): string {
  if (how === "gone" || !isChange) return how === "gone" ? "no longer there" : "nothing of ours was left in it";
  if (how === "keys") return "changed by others since, so only our keys were taken out";
  return after === null ? "removed, as there was none before" : "restored byte for byte";
}

export interface WayBack {
  options: ChangeOptions;
  /** What else goes, once the files are restored. */
  afterwards?: () => Promise<void>;
  /** What a person is told at the end. */
  done: string;
}

/** Shows the way back, asks, goes it, and tells. Ends with 3 when something of ours had to stay because somebody changed it. */
export async function restoreConnection({ terminal, end }: CommandContext, restore: PlannedRestore, { options, afterwards, done }: WayBack): Promise<void> {
  const value = { dry_run: options.dryRun === true, files: restore.files.map(({ path, how, diff, kept }) => ({ path, how, diff, kept })) };
  if (options.dryRun === true) {
    if (options.json !== true) showChange(terminal, restore.files);
    answer(terminal, options.json, { value, lines: () => ["Nothing was changed."] });
    return end(EXIT.ok);
  }
  if (restore.isChange && !(await confirmChange({ terminal, files: restore.files, options, question: "Take the connection back?" }))) {
    terminal.note("Nothing was changed.");
    return end(EXIT.failed);
  }
  await applyRestore(restore);
  await afterwards?.();
  const kept = restore.files.flatMap((file) => file.kept);
  answer(terminal, options.json, {
    value,
    lines: () => [...restore.files.map((file) => `${file.path}: ${fate(file)}.`), ...kept.map(({ path, reason }) => `Left as it is: ${path} (${reason}).`), `Disconnected. ${done}`],
  });
  end(kept.length > 0 ? EXIT.partial : EXIT.ok);
}
