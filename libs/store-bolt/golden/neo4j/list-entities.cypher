MATCH (root:Entity {user: $user})
WHERE root.serial < $before AND ($namespaces IS NULL OR root.namespace IN $namespaces) AND ($type IS NULL OR root.type = $type)
  AND NOT (root)-[:MERGED_INTO]->(:Entity)
  AND ($part = '' OR EXISTS {
    MATCH (name:EntityName)-[:NAMES]->(:Entity)-[:MERGED_INTO*0..]->(root)
    WHERE name.nameKey CONTAINS $part
  })
WITH root ORDER BY root.serial DESC LIMIT $limit
MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
CALL (member) {
  MATCH (name:EntityName)-[:NAMES]->(member)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN root.id AS root, member {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity
