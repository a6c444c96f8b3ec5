UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e
MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
WITH DISTINCT root
MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
CALL (member) {
  MATCH (name:EntityName)-[:NAMES]->(member)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN root.id AS root, member {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity
