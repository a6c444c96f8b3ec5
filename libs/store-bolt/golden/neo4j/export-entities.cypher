MATCH (e:Entity {user: $user}) WHERE e.serial > $at1 WITH e ORDER BY e.user, e.serial LIMIT $limit
CALL (e) {
  MATCH (name:EntityName)-[:NAMES]->(e)
  RETURN collect(name {.nameKey, .name, .position}) AS names
}
RETURN e.serial AS at1, e {.id, .namespace, .serial, .type, .createdAt, .documents, names: names} AS entity ORDER BY e.serial
