UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
OPTIONAL MATCH (name:EntityName)-[:NAMES]->(e)
DETACH DELETE name, e
