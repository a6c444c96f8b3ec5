import { query } from "../connection/query.ts";

/** A new space has no vector of anything yet. */
export const lackEverythingQuery = query(
  "lack-everything",
  () => `
MATCH (s:Space {key: $space, user: $user})
MATCH (d:Document {user: $user})
WHERE d.serial IS NOT NULL AND d.retiredAt IS NULL
CREATE (d)-[:LACKS]->(s)
`,
);
