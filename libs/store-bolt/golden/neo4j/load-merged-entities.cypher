UNWIND $keys AS key
MATCH (e:Entity)-[:MERGED_INTO]->(into:Entity {key: key, user: $user})
CALL (e) {
  MATCH (name:EntityName)-[:NAMES]->(e)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN e {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity, into.id AS mergedInto
