UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})-[:MENTIONS]->(e:Entity)
RETURN d.id AS documentId, e.id AS entityId
