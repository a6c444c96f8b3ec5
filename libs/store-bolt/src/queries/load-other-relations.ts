import { query } from "../connection/query.ts";
import { relationOf } from "../records/relation-record.ts";

/** For each entity one relation that does not rest on the document (or on whatever it may, for null), if there is any: it keeps the entity. */
export const loadOtherRelationsQuery = query(
  "load-other-relations",
  () => `
UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
CALL (e) {
  MATCH (r:Relation)-[:SUBJECT|OBJECT]->(e)
  WHERE NOT EXISTS { MATCH (r)-[:RESTS_ON]->(:Document {key: $key, user: $user}) }
  RETURN r LIMIT 1
}
RETURN DISTINCT ${relationOf("r")} AS relation
`,
);
