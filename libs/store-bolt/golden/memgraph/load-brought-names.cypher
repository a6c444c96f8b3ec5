MATCH (d:Document {key: $key, user: $user})-[:BROUGHT]->(name:EntityName)-[:NAMES]->(e:Entity)
CALL (name) {
  MATCH (other:Document)-[:BROUGHT]->(name)
  WHERE other.key <> $key
  WITH other LIMIT 1
  RETURN count(other) > 0 AS isShared
}
RETURN e.id AS entityId, name.nameKey AS nameKey, isShared
