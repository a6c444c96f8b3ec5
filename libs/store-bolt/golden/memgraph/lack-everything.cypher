MATCH (s:Space {key: $space, user: $user})
MATCH (d:Document {user: $user})
WHERE d.retiredAt IS NULL
CREATE (d)-[:LACKS]->(s)
