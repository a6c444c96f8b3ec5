import { query } from "../connection/query.ts";

export const updateEntitiesQuery = query(
  "update-entities",
  () => `
UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
SET e += row.changes
`,
);
