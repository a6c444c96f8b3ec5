import { query } from "../connection/query.ts";

/** What a relation rests on: it ends with that, and goes with it. */
export const linkSourcesQuery = query(
  "link-sources",
  () => `
UNWIND $rows AS row
MATCH (r:Relation {key: row.relation, user: $user})
MATCH (d:Document {key: row.document, user: $user})
CREATE (r)-[:RESTS_ON]->(d)
`,
);
