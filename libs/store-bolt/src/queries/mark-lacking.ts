import { query } from "../connection/query.ts";

/** New documents have no vector in any space of the user yet. */
export const markLackingQuery = query(
  "mark-lacking",
  () => `
MATCH (s:Space {user: $user})
UNWIND $keys AS key
MATCH (d:Document {key: key})
CREATE (d)-[:LACKS]->(s)
`,
);
