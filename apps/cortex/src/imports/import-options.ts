import type { Command } from "commander";

import type { ServiceOptions } from "../client/find-service.ts";
import { listOption } from "../commands/integer-option.ts";

/** Options of an import from somebody else's format. */
export interface ForeignImportOptions extends ServiceOptions {
  json?: boolean;
  namespace?: string;
  owner?: string[];
  skipInvalid?: boolean;
  dryRun?: boolean;
  wait?: boolean;
}

/** Adds what an import takes beside the service. */
export function withForeignOptions(command: Command): Command {
  return command
    .option("--namespace <name>", "namespace of what names none")
    .option("--owner <ids>", "openclaw-sessions: senders who are you, like telegram:12345, separated by commas; `all` for every direct chat", listOption)
    .option("--skip-invalid", "import the rest when some records do not fit; else nothing is imported")
    .option("--dry-run", "read and check everything, show what would be kept, send nothing")
    .option("--wait", "wait until memories and vectors are made");
}
