import { query } from "../connection/query.ts";

export const deleteRelationsQuery = query(
  "delete-relations",
  () => `
UNWIND $keys AS key
MATCH (r:Relation {key: key, user: $user})
DETACH DELETE r
`,
);
