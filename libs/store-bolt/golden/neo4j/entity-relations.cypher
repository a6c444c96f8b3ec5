UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})<-[:SUBJECT|OBJECT]-(r:Relation)
WITH DISTINCT r ORDER BY r.serial DESC LIMIT $limit
RETURN r {.id, .namespace, .subjectId, .predicate, .objectId, .object, .validFrom, .validTo, .createdAt, .retiredAt, .endedAt, .memoryId, .turnId, .confidence, .serial} AS relation
