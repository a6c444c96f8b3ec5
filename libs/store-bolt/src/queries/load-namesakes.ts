import { query } from "../connection/query.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";

/** Entities of the namespace that is written to whose own name, not an alias, is one of these. */
export const loadNamesakesQuery = query(
  "load-namesakes",
  () => `
UNWIND $nameKeys AS nameKey
MATCH (e:Entity {user: $user, nameKey: nameKey})
WHERE e.namespace = $namespace
OPTIONAL MATCH (e)-[:MERGED_INTO]->(into:Entity)
${namesOf("e")}
RETURN ${entityOf("e")} AS entity, into.id AS mergedInto
`,
);
