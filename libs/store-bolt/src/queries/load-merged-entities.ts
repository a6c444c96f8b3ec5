import { query } from "../connection/query.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";

/** Entities that were merged straight into these. */
export const loadMergedEntitiesQuery = query(
  "load-merged-entities",
  () => `
UNWIND $keys AS key
MATCH (e:Entity)-[:MERGED_INTO]->(into:Entity {key: key, user: $user})
${namesOf("e")}
RETURN ${entityOf("e")} AS entity, into.id AS mergedInto
`,
);
