UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e
MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
UNWIND [e, root] AS each
WITH DISTINCT each, root
CALL (each) {
  MATCH (name:EntityName)-[:NAMES]->(each)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN each {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity, CASE WHEN each.key = root.key THEN null ELSE root.id END AS mergedInto
