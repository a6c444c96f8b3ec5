import { Option } from "commander";
import type { Command } from "commander";

import { newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import type { BackupOptions } from "./run-backup.ts";
import type { MigrateOptions } from "./run-migrate.ts";
import type { RestoreOptions } from "./run-restore.ts";

// Each is loaded on demand: they bring the databases, which the other commands do without.
const SHAPES = ["embedded", "server"];

const shape = (flag: string, about: string): Option => new Option(`${flag} <shape>`, about).choices(SHAPES);

const withHome = (command: Command): Command =>
  command.option("--user <id...>", "only these users; all by default").option("--home <folder>", "data folder of the embedded shape (CORTEX_HOME)");

/** `cortex backup`: everything that is kept of users, in one file; also while the service runs. */
export function backupCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "backup",
    about: "write everything that is kept of users to one file; the service may run meanwhile",
    examples: ["cortex backup", "cortex backup /backups/monday.jsonl.gz --user ann bob", "cortex backup --from server"],
  });
  return withHome(command)
    .argument("[file]", "where to; cortex-backup-DATE-TIME.jsonl.gz here by default")
    .addOption(shape("--from", "which store (CORTEX_BOLT_URL tells where the server's is)").default("embedded"))
    .action(async (file: string | undefined, options: BackupOptions) => (await import("./run-backup.ts")).runBackup(context, file, options));
}

/** `cortex restore`: the users of a backup, as they were. */
export function restoreCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "restore",
    about: "bring the users of a backup into a store that does not hold them; goes on where it was cut off",
    examples: ["cortex restore monday.jsonl.gz --dry-run     # is the file whole, and what is in it", "cortex restore monday.jsonl.gz", "cortex restore monday.jsonl.gz --user ann --to server"],
  });
  return withHome(command)
    .argument("<file>", "what `cortex backup` wrote")
    .addOption(shape("--to", "which store").default("embedded"))
    .option("--dry-run", "check the file and write nothing")
    .option("--restart", "discard what an interrupted run brought, and begin anew")
    .action(async (file: string, options: RestoreOptions) => (await import("./run-restore.ts")).runRestore(context, file, options));
}

/** `cortex migrate`: from one shape to the other. */
export function migrateCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "migrate",
    about: "copy users from one shape to the other, compared at the end; goes on where it was cut off. Stop both services first",
    examples: ["cortex migrate --from embedded --to server", "cortex migrate --from server --to embedded --home ./memory"],
  });
  return withHome(command)
    .addOption(shape("--from", "where the users are").makeOptionMandatory())
    .addOption(shape("--to", "where they go").makeOptionMandatory())
    .option("--restart", "discard what an interrupted run brought, and begin anew")
    .action(async (options: MigrateOptions) => (await import("./run-migrate.ts")).runMigrate(context, options));
}
