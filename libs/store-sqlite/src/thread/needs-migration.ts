/** Detail by which a reader thread asks for the writer: it cannot change a schema itself. Never leaves the driver. */
export const NEEDS_MIGRATION = "needs_migration";
