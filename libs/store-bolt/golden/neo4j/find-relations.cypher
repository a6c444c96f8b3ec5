UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e
MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
WITH DISTINCT root
MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members
CALL (members) {
  UNWIND members AS member
  MATCH (name:EntityName)-[:NAMES]->(member)
  WHERE name.nameKey IN $keys
  RETURN collect(DISTINCT name.nameKey) AS subjectKeys
}
UNWIND members AS member
MATCH (member)<-[:SUBJECT]-(r:Relation)
WHERE r.predicate IN $predicates AND r.retiredAt IS NULL AND (r.validTo IS NULL OR r.validTo > $asked)
WITH r, subjectKeys ORDER BY r.serial DESC LIMIT $limit
RETURN r {.id, .namespace, .subjectId, .predicate, .objectId, .object, .validFrom, .validTo, .createdAt, .retiredAt, .endedAt, .memoryId, .turnId, .confidence, .serial} AS relation, subjectKeys
ORDER BY r.serial DESC
