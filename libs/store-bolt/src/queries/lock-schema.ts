import { query } from "../connection/query.ts";

/** The processes that migrate at once follow one another, and the later ones find the version set. */
export const lockSchemaQuery = query(
  "lock-schema",
  () => `
MERGE (s:CortexSchema {id: 'schema'})
ON CREATE SET s.version = 0, s.lock = 0
SET s.lock = s.lock + 1
RETURN s.version AS version
`,
);
