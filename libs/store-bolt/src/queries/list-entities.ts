import { query } from "../connection/query.ts";
import { RETURN_GROUPS } from "../records/entity-groups.ts";

/** Newest first; one that stands for others is found by their names too. */
export const listEntitiesQuery = query(
  "list-entities",
  () => `
MATCH (root:Entity {user: $user})
WHERE root.serial < $before AND ($namespaces IS NULL OR root.namespace IN $namespaces) AND ($type IS NULL OR root.type = $type)
  AND NOT (root)-[:MERGED_INTO]->(:Entity)
  AND ($part = '' OR EXISTS {
    MATCH (name:EntityName)-[:NAMES]->(:Entity)-[:MERGED_INTO*0..]->(root)
    WHERE name.nameKey CONTAINS $part
  })
WITH root ORDER BY root.serial DESC LIMIT $limit
${RETURN_GROUPS}
`,
);
