UNWIND $keys AS key
MATCH (r:Relation {key: key, user: $user})
RETURN r {.id, .namespace, .subjectId, .predicate, .objectId, .object, .validFrom, .validTo, .createdAt, .retiredAt, .endedAt, .memoryId, .turnId, .confidence, .serial} AS relation
