import { query } from "../connection/query.ts";

export const createMentionsQuery = query(
  "create-mentions",
  () => `
UNWIND $rows AS row
MATCH (d:Document {key: row.document, user: $user})
MATCH (e:Entity {key: row.entity, user: $user})
CREATE (d)-[:MENTIONS {place: row.place}]->(e)
`,
);
