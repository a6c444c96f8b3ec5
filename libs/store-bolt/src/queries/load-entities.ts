import { query } from "../connection/query.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";

export const loadEntitiesQuery = query(
  "load-entities",
  () => `
UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
OPTIONAL MATCH (e)-[:MERGED_INTO]->(into:Entity)
${namesOf("e")}
RETURN ${entityOf("e")} AS entity, into.id AS mergedInto
`,
);
