import { query } from "../connection/query.ts";

/** What stands for an entity from now on: one, or nothing any more. `tied` says that it was ever part of a merge: only then is there anything to follow. */
export const mergeEntitiesQuery = query(
  "merge-entities",
  () => `
UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
OPTIONAL MATCH (e)-[former:MERGED_INTO]->(:Entity)
DELETE former
WITH e, row
MATCH (into:Entity {key: row.into, user: $user})
CREATE (e)-[:MERGED_INTO]->(into)
SET e.tied = true, into.tied = true
`,
);
