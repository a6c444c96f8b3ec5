UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
CALL (e) {
  MATCH (r:Relation)-[:SUBJECT|OBJECT]->(e)
  WHERE NOT EXISTS { MATCH (r)-[:RESTS_ON]->(:Document {key: $key, user: $user}) }
  RETURN r LIMIT 1
}
RETURN DISTINCT r {.id, .namespace, .subjectId, .predicate, .objectId, .object, .validFrom, .validTo, .createdAt, .retiredAt, .endedAt, .memoryId, .turnId, .confidence, .serial} AS relation
