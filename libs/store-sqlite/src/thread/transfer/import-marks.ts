import type { ImportState } from "@memory-cortex/store";

import type { UserDatabase } from "../user-database.ts";

/** Written with each page, so that data and marks are never of different moments. */
export function markImport(database: UserDatabase, { stream, position }: Omit<ImportState, "ended">): void {
  const set = (key: string, value: string): number => database.run("INSERT OR REPLACE INTO meta VALUES (@key, @value)", { key, value });
  set("import_stream", stream);
  set("import_position", position);
}

export function markEnded(database: UserDatabase): void {
  database.run("INSERT OR REPLACE INTO meta VALUES ('import_ended', 'yes')");
}

/** Null for a file that no import made. */
export function readImport(database: UserDatabase): ImportState | null {
  const rows = new Map<string, string>(database.tuples<[string, string]>("SELECT key, value FROM meta WHERE key LIKE 'import_%'"));
  const [stream, position] = [rows.get("import_stream"), rows.get("import_position")];
  return stream === undefined || position === undefined ? null : { stream, position, ended: rows.has("import_ended") };
}

/** Not ended yet. */
export const isUnfinished = (database: UserDatabase): boolean => readImport(database)?.ended === false;
