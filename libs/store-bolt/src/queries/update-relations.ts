import { query } from "../connection/query.ts";

export const updateRelationsQuery = query(
  "update-relations",
  () => `
UNWIND $rows AS row
MATCH (r:Relation {key: row.key, user: $user})
SET r += row.changes
`,
);
