import { query } from "../connection/query.ts";
import { relationOf } from "../records/relation-record.ts";

/** Relations that rest on the documents. */
export const loadRestingRelationsQuery = query(
  "load-resting-relations",
  () => `
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})<-[:RESTS_ON]-(r:Relation)
RETURN DISTINCT ${relationOf("r")} AS relation
`,
);
