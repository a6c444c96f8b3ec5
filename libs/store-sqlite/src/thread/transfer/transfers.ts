import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { ExportRequest, ImportPage } from "@memory-cortex/store";

import type { ThreadMessage } from "../../thread-messages.ts";
import { ImportFiles, openForExport, unfinishedImports } from "./import-files.ts";
import { Snapshots } from "./snapshots.ts";

const NAMES = new Set(["exportPage", "closeExports", "importRecords", "importState", "discardImport", "unfinishedImports"]);

/** Moving whole users, in one thread: the writer imports, another one exports. They keep files of their own, apart from those of calls. */
export class Transfers {
  readonly #directory: string;
  readonly #imports: ImportFiles;
  readonly #snapshots: Snapshots;

  constructor(directory: string) {
    this.#directory = directory;
    this.#imports = new ImportFiles(directory);
    this.#snapshots = new Snapshots((userId) => openForExport(directory, userId));
  }

  does(name: string): boolean {
    return NAMES.has(name);
  }

  run({ name, realm, request }: ThreadMessage): unknown {
    if (name === "unfinishedImports") return unfinishedImports(this.#directory);
    const userId = wholeUserOf(realm);
    switch (name) {
      case "exportPage":
        return this.#snapshots.page(userId, request as ExportRequest);
      case "closeExports":
        return this.#snapshots.close(userId);
      case "importRecords":
        return this.#imports.import(userId, request as ImportPage);
      case "importState":
        return this.#imports.state(userId);
      default:
        return this.#imports.discard(userId);
    }
  }

  close(): void {
    this.#imports.close();
    this.#snapshots.close();
  }
}

/** A part of a user cannot be moved: what it is linked with would stay behind. */
function wholeUserOf(realm: Realm | undefined): string {
  if (realm?.namespaces !== "all") throw new CortexError("invalid_realm", { detail: "Only a whole user can be moved, with all namespaces." });
  return realm.userId;
}
