import { query } from "../connection/query.ts";

/** `count` is by how many more or fewer documents it is mentioned. */
export const updateEntitiesQuery = query(
  "update-entities",
  () => `
UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
SET e += row.changes
SET e.documents = e.documents + row.count
`,
);
