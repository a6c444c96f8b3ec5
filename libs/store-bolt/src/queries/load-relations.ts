import { query } from "../connection/query.ts";
import { relationOf } from "../records/relation-record.ts";

export const loadRelationsQuery = query(
  "load-relations",
  () => `
UNWIND $keys AS key
MATCH (r:Relation {key: key, user: $user})
RETURN ${relationOf("r")} AS relation
`,
);
