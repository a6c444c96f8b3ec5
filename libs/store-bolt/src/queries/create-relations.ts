import { query } from "../connection/query.ts";

export const createRelationsQuery = query(
  "create-relations",
  () => `
UNWIND $rows AS row
MATCH (subject:Entity {key: row.subject, user: $user})
CREATE (r:Relation)-[:SUBJECT]->(subject)
SET r = row.fields, r.user = $user
WITH r, row
UNWIND row.ends AS end
OPTIONAL MATCH (object:Entity {key: end.entity, user: $user})
FOREACH (each IN CASE WHEN object IS NULL THEN [] ELSE [object] END | CREATE (r)-[:OBJECT]->(each))
WITH r, end
OPTIONAL MATCH (source:Document {key: end.document, user: $user})
FOREACH (each IN CASE WHEN source IS NULL THEN [] ELSE [source] END | CREATE (r)-[:RESTS_ON]->(each))
`,
);
