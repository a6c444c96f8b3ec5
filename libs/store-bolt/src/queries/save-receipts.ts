import { query } from "../connection/query.ts";

export const clearReceiptsQuery = query(
  "clear-receipts",
  () => `
MATCH (r:Receipt {user: $user}) WHERE r.at < $before
WITH r ORDER BY r.at LIMIT $limit
DELETE r
`,
);

/** What is there already stays as it was first written. */
export const saveReceiptsQuery = query(
  "save-receipts",
  () => `
MATCH (u:CortexUser {id: $user})
UNWIND $rows AS row
MERGE (r:Receipt {key: row.key})
ON CREATE SET r = row
`,
);
