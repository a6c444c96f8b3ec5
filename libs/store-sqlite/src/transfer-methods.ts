import { CortexError } from "@memory-cortex/models";
import type { ExportedPage, ImportState, TransferStore } from "@memory-cortex/store";

import type { Migrations } from "./migrations.ts";
import type { ThreadPool } from "./thread-pool.ts";

/** Exports run in the background thread, imports in the writer. A file from before is brought up to date first, also beside a running server. */
export function transferMethods({ pool, migrations, readOnly }: { pool: ThreadPool; migrations: Migrations; readOnly: boolean }): TransferStore {
  const checkWritable = (): void => {
    if (readOnly) throw new CortexError("store_unavailable", { detail: "The store is open for reading only." });
  };
  return {
    exportPage: (realm, request, options) =>
      migrations.reading(realm, async () => (await pool.read({ name: "exportPage", realm, request, signal: options?.signal })) as ExportedPage, options?.signal),
    importRecords: async (realm, page, options) => {
      checkWritable();
      // The file takes its name with the last record: nobody may be reading it under the other one.
      if (page.records.some(({ kind }) => kind === "end")) await pool.read({ name: "closeExports", realm, request: null, signal: options?.signal });
      await pool.write({ name: "importRecords", realm, request: page, signal: options?.signal });
    },
    importState: async (realm, options) => {
      checkWritable();
      return (await pool.write({ name: "importState", realm, request: null, signal: options?.signal })) as ImportState | null;
    },
    unfinishedImports: async (options) => (await pool.read({ name: "unfinishedImports", request: null, signal: options?.signal })) as string[],
    discardImport: async (realm, options) => {
      checkWritable();
      await pool.read({ name: "closeExports", realm, request: null, signal: options?.signal });
      return (await pool.write({ name: "discardImport", realm, request: null, signal: options?.signal })) as boolean;
    },
  };
}
