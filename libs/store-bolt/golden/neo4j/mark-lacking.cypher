MATCH (s:Space {user: $user})
UNWIND $keys AS key
MATCH (d:Document {key: key})
CREATE (d)-[:LACKS]->(s)
