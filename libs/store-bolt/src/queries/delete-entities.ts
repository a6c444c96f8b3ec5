import { query } from "../connection/query.ts";

/** With their names. */
export const deleteEntitiesQuery = query(
  "delete-entities",
  () => `
UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
OPTIONAL MATCH (name:EntityName)-[:NAMES]->(e)
DETACH DELETE name, e
`,
);
