UNWIND $keys AS key
MATCH (below:Entity {key: key, user: $user})-[:MERGED_INTO*1..]->(e:Entity)
WITH DISTINCT e
OPTIONAL MATCH (e)-[:MERGED_INTO]->(into:Entity)
CALL (e) {
  MATCH (name:EntityName)-[:NAMES]->(e)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN e {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity, into.id AS mergedInto
