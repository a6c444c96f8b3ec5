import { query } from "../connection/query.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";

/** What stands for these entities, step by step up to what nothing stands for. */
export const loadStandingEntitiesQuery = query(
  "load-standing-entities",
  () => `
UNWIND $keys AS key
MATCH (below:Entity {key: key, user: $user})-[:MERGED_INTO*1..]->(e:Entity)
WITH DISTINCT e
OPTIONAL MATCH (e)-[:MERGED_INTO]->(into:Entity)
${namesOf("e")}
RETURN ${entityOf("e")} AS entity, into.id AS mergedInto
`,
);
