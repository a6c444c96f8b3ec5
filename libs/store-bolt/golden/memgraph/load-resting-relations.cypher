UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})<-[:RESTS_ON]-(r:Relation)
RETURN DISTINCT r {.id, .namespace, .subjectId, .predicate, .objectId, .object, .validFrom, .validTo, .createdAt, .retiredAt, .endedAt, .memoryId, .turnId, .confidence, .serial} AS relation
