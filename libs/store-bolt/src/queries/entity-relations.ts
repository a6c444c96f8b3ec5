import { query } from "../connection/query.ts";
import { relationOf } from "../records/relation-record.ts";

/** The newest with one of the entities as subject or object. */
export const entityRelationsQuery = query(
  "entity-relations",
  () => `
UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})<-[:SUBJECT|OBJECT]-(r:Relation)
WITH DISTINCT r ORDER BY r.serial DESC LIMIT $limit
RETURN ${relationOf("r")} AS relation
`,
);
