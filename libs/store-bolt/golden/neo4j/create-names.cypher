UNWIND $rows AS row
MATCH (e:Entity {key: row.entity, user: $user})
CREATE (name:EntityName {key: row.key, user: $user, nameKey: row.nameKey, name: row.name, position: row.position})-[:NAMES]->(e)
