import { query } from "../connection/query.ts";

/** A change to null takes the property away. */
export const updateMemoriesQuery = query(
  "update-memories",
  () => `
UNWIND $rows AS row
MATCH (m:Document:Memory {key: row.key, user: $user})
SET m += row.changes
`,
);
