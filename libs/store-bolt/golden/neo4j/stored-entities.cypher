UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) CALL (e) {
  MATCH (name:EntityName)-[:NAMES]->(e)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN e.serial AS at1, e {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity
