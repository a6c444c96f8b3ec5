import { CortexError } from "@memory-cortex/models";

import type { Connection } from "../connection/connection.ts";
import { lockSchemaQuery } from "../queries/lock-schema.ts";
import { schemaVersionQuery } from "../queries/schema-version.ts";
import { setSchemaVersionQuery } from "../queries/set-schema-version.ts";
import { MIGRATION_STEPS } from "./steps.ts";
import type { MigrationStep } from "./steps.ts";

/** Told when the schema is brought up to date, and when that is done; over much data it takes minutes. */
export type MigrationObserver = (event: { state: "begun" } | { state: "done"; milliseconds: number }) => void;

/** Schema statements cannot share a transaction with data, so they come first, each by itself; then the data and the version, together. */
async function apply(connection: Connection, step: MigrationStep): Promise<void> {
  await connection.changeSchema(step.schema(connection.dialect));
  if (connection.dialect.awaitIndexes !== null) await connection.changeSchema([connection.dialect.awaitIndexes]);
  await connection.changeAll(async (transaction) => {
    const [locked] = await transaction.run<{ version: number }>(lockSchemaQuery);
    if (locked === undefined || locked.version >= step.version) return;
    for (const change of step.changes) await transaction.run(change);
    await transaction.run(setSchemaVersionQuery, { version: step.version });
  });
}

/**
 * Brings the database to the newest version; several processes may do so at once. Throws `store_newer` when a newer program wrote it.
 * @param steps by version, ascending
 */
export async function migrate(connection: Connection, observe: MigrationObserver = () => undefined, steps = MIGRATION_STEPS): Promise<void> {
  const [known] = await connection.readAll<{ version: number }>(schemaVersionQuery);
  const version = known?.version ?? 0;
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest) throw new CortexError("store_newer", { detail: `The database has schema version ${version}; this program knows ${newest}.` });
  const due = steps.filter((step) => step.version > version);
  if (due.length === 0) return;
  const start = performance.now();
  observe({ state: "begun" });
  for (const step of due) await apply(connection, step);
  observe({ state: "done", milliseconds: performance.now() - start });
}
